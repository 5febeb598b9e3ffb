import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptMessage, isPublicKey } from './encrypt-message.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const PLAIN = 'When I grow up, I want to be a watermelon'
const BROWSER = {
  publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
}
const KEYS = {
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
}
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y' +
  'l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

test('the example of RFC 8291 comes out as it stands there', () => {
  const body = encryptMessage(BROWSER, Buffer.from(PLAIN), { keys: KEYS, paddedTo: 1 })
  expect(Buffer.from(body).toString('base64url')).toBe(BODY)
})

test('texts of different length have one length on the way, and two of the same nothing in common', () => {
  const [one, two, long] = ['A', 'A', 'A'.repeat(400)].map((text) => encryptMessage(BROWSER, Buffer.from(text)))
  expect(one!.length).toBe(long!.length)
  expect(Buffer.compare(one!.subarray(0, 16), two!.subarray(0, 16))).not.toBe(0)
  expect(Buffer.compare(one!.subarray(21, 86), two!.subarray(21, 86))).not.toBe(0)
})

test('a key is a point on the curve, and nothing else', () => {
  expect(isPublicKey(BROWSER.publicKey)).toBe(true)
  expect(isPublicKey(createECDH('prime256v1').generateKeys())).toBe(true)
  expect(isPublicKey(Buffer.alloc(65))).toBe(false)
  expect(isPublicKey(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]))).toBe(false)
  expect(isPublicKey(BROWSER.publicKey.subarray(1))).toBe(false)
})
