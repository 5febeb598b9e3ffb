import { expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { newSecret, signaturesOf, verifierOf } from './sign-message.ts'

/** Of the specification of Standard Webhooks 1.0.0. */
const SECRET = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
const CONTENT = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }

test('a message is signed as the specification shows it', () => {
  expect(signaturesOf('v1', [SECRET], CONTENT)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(verifierOf('v1', SECRET)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
})

test('with two secrets there are two signatures, and the published library takes either', () => {
  const [now, before] = [newSecret(), newSecret()]
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = signaturesOf('v1', [now, before], { ...CONTENT, timestamp })
  const headers = { 'webhook-id': CONTENT.id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  expect(signature.split(' ')).toHaveLength(2)
  for (const secret of [now, before]) {
    expect(new Webhook(verifierOf('v1', secret)).verify(CONTENT.body, headers)).toEqual({ test: 2432232314 })
  }
  expect(() => new Webhook(verifierOf('v1', newSecret())).verify(CONTENT.body, headers)).toThrow()
})

test('the public key of a seed is that of RFC 8032, test 1', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
  expect(verifierOf('v1a', seed)).toBe(`whpk_${key.toString('base64')}`)
})
