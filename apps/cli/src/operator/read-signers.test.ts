import { describe, expect, test } from 'vitest'
import { readSigners } from './read-signers.ts'

const spot = (page: number) => ({ page, x: 10, y: 20, width: 100, height: 40 })

describe('with several signers', () => {
  const to = ['ana', 'biel']

  test('an approver without a signer is everybody’s, one with a signer only theirs', () => {
    const { signers } = readSigners({ to, approver: ['carla', 'Biel=dora'] })
    expect(signers.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual([
      ['carla'],
      ['carla', 'dora'],
    ])
  })

  test('each has positions of their own', () => {
    const { signers } = readSigners({ to, at: ['ana=1,10,20,100,40', 'ana=3,10,20,100,40', 'biel=2,10,20,100,40'] })
    expect(signers.map(({ positions }) => positions)).toEqual([[spot(1), spot(3)], [spot(2)]])
  })

  test('each may have to use a certificate of their own, whatever it is called', () => {
    const { certificates } = readSigners({ to, certificate: ['ana=a=b', 'biel=Biel, company'] })
    expect([...certificates]).toEqual([
      ['ana', 'a=b'],
      ['biel', 'Biel, company'],
    ])
  })

  test('a file is everybody’s unless a signer stands before it; its own name may have an equals sign', () => {
    const attach = ['plan.png', 'Biel=offers/a=b.pdf', 'x=y.csv', 'ana=pay.pdf', 'biel=pay.pdf']
    const { signers, attachments } = readSigners({ to, attach })
    expect(attachments).toEqual(['plan.png', 'offers/a=b.pdf', 'x=y.csv', 'pay.pdf', 'pay.pdf'])
    expect(signers.map((signer) => signer.attachments)).toEqual([[3], [1, 4]])
    expect(readSigners({ to, attach: ['plan.png'] }).signers[0]).not.toHaveProperty('attachments')
  })

  test.each([
    [{ at: ['1,10,20,100,40'] }, '--at needs a signer in front, as in --at ana=…'],
    [{ certificate: ['Work'] }, '--certificate needs a signer in front'],
    [{ certificate: ['ana=x', 'ana=y'] }, 'there twice'],
    [{ at: ['dora=1,10,20,100,40'] }, '"dora" is none of the signers'],
    [{ approver: ['dora=ana'] }, '"dora" is none of the signers'],
    [{ page: '1', box: '1,1,20,20' }, 'for a single signer; --at is for several'],
  ])('%j is typed wrongly', (more, words) => {
    expect(() => readSigners({ to, ...more })).toThrow(words)
  })
})

describe('with one signer', () => {
  const to = ['ana']

  test('nothing need stand before a position, a certificate or an approver', () => {
    const { signers, certificates } = readSigners({
      to,
      at: ['1,10,20,100,40', 'ana=2,10,20,100,40'],
      certificate: ['O=Acme'],
      approver: ['biel'],
    })
    expect(signers).toMatchObject([{ positions: [spot(1), spot(2)], approvers: [{ userId: 'biel' }] }])
    expect(certificates.get('ana')).toBe('O=Acme')
  })

  test.each([
    [{ at: ['1,10,20,100'] }, '--at is PAGE,X,Y,WIDTH,HEIGHT'],
    [{ at: ['0,10,20,100,40'] }, '--at is PAGE,X,Y,WIDTH,HEIGHT'],
    [{ at: ['1,1,1,20,20'], page: '1', box: '1,1,20,20' }, 'do not go with --at'],
    [{ 'disclaimer-title': 'Terms' }, 'go together'],
  ])('%j is typed wrongly', (more, words) => {
    expect(() => readSigners({ to, ...more })).toThrow(words)
  })
})
