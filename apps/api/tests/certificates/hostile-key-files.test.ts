/** Key files (PKCS#12) with too little or too much in them. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostileScene, refusalOf, type HostileScene } from '../scenes/hostile-scene.ts'

let hostile: HostileScene
beforeAll(async () => {
  hostile = await openHostileScene()
})
afterAll(() => hostile[Symbol.asyncDispose]())

describe('a key file', () => {
  const PIN = 'file'
  const person = (wish: object = {}) =>
    hostile.scene.portal.sandbox.makePerson({ commonName: 'Somebody', keyType: 'ec', pin: PIN, ...wish })
  const upload = (file: Uint8Array, changes: object = {}) => {
    const { ana } = hostile.scene.people
    return fetch(`${hostile.scene.portal.url}/api/vidmobileusers/${ana.legalId}/certs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        p12: Buffer.from(file).toString('base64'),
        certalias: crypto.randomUUID(),
        pin: 'a PIN of my own',
        filepassword: PIN,
        certtype: 'keyvault',
        ...changes,
      }),
    })
  }

  /** Tag, content and whole of each element in a row of DER. */
  function* elements(der: Buffer): Generator<{ tag: number; content: Buffer; whole: Buffer }> {
    for (let at = 0; at < der.length;) {
      const first = der[at + 1]!
      const octets = first < 0x80 ? 0 : first & 0x7f
      const length = octets === 0 ? first : der.readUIntBE(at + 2, octets)
      const start = at + 2 + octets
      yield {
        tag: der[at]!,
        content: der.subarray(start, start + length),
        whole: der.subarray(at, start + length),
      }
      at = start + length
    }
  }
  const encode = (tag: number, ...parts: Uint8Array[]) => {
    const content = Buffer.concat(parts)
    const length = Buffer.alloc(5, 0x84)
    length.writeUInt32BE(content.length, 1)
    return Buffer.concat([Buffer.of(tag), length, content])
  }
  const inner = (der: Buffer, ...path: number[]): Buffer =>
    path.reduce((content, index) => [...elements(content)][index]!.content, der)
  /** The content of a PFX that holds its bags; what is around them is dropped. */
  const bagsOf = (file: Uint8Array) => inner(Buffer.from(file), 0, 1, 1, 0, 0)
  /** A PFX without a MAC around such contents. */
  const fileOf = (contents: readonly Buffer[]) => {
    const data = Buffer.from('06092a864886f70d010701', 'hex')
    const safe = encode(0xa0, encode(0x04, encode(0x30, ...contents)))
    return encode(0x30, Buffer.from('020103', 'hex'), encode(0x30, data, safe))
  }

  test('without a key is refused', async () => {
    const parts = [...elements(bagsOf(await person()))].map(({ whole }) => whole)
    const codes = await Promise.all(parts.map(async (part) => refusalOf(await upload(fileOf([part])))))
    expect(codes).toContain('P12_NO_KEY')
  })

  test('with seven keys names them, and gives the one that is chosen', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `Person ${i + 1}`)
    const files = await Promise.all(names.map((commonName) => person({ commonName })))
    const seven = fileOf(files.map(bagsOf))
    const choice = (await (await upload(seven)).json()) as {
      Code: string
      Details: { Keys: { Alias: string; Subject: string }[] }
    }
    expect(choice.Code).toBe('P12_SEVERAL_KEYS')
    expect(choice.Details.Keys.map(({ Subject }) => Subject.replace(/^.*(Person \d).*$/, '$1')).sort()).toEqual(names)
    expect(new Set(choice.Details.Keys.map(({ Alias }) => Alias)).size).toBe(7)
    const chosen = choice.Details.Keys.find(({ Subject }) => Subject.includes('Person 4'))!
    const taken = await upload(seven, { keyalias: chosen.Alias })
    expect(taken.status).toBe(200)
    expect(((await taken.json()) as { DN: string }).DN).toContain('Person 4')
  })

  test('whose key belongs to another certificate is refused', async () => {
    const bags = async () => [...elements(bagsOf(await person()))].map(({ whole }) => whole)
    const [mine, others] = [await bags(), await bags()]
    for (const mixed of [
      [mine[0]!, others[1]!],
      [others[0]!, mine[1]!],
    ]) {
      expect(await refusalOf(await upload(fileOf(mixed)))).toBe('P12_NO_KEY')
    }
  })

  test('that wants its password hashed two thousand million times is refused at once', async () => {
    const [version, contents, mac] = [...elements(inner(Buffer.from(await person()), 0))]
    const [digest, salt] = [...elements(mac!.content)]
    const rounds = encode(0x02, Buffer.from('7fffffff', 'hex'))
    const endless = encode(0x30, version!.whole, contents!.whole, encode(0x30, digest!.whole, salt!.whole, rounds))
    expect(await refusalOf(await upload(endless))).toBe('P12_TOO_COMPLEX')
  })

  test('of fifty megabytes is refused as too large before it is read', async () => {
    const { ana } = hostile.scene.people
    const { hostname, port } = new URL(hostile.scene.portal.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({
        hostname,
        port,
        method: 'POST',
        path: `/api/vidmobileusers/${ana.legalId}/certs`,
        headers: {
          authorization: `Bearer ${ana.token}`,
          'content-type': 'application/json',
          'content-length': 50 * 1024 * 1024,
        },
      })
      call.on('response', (answer) => resolve(answer.statusCode)).on('error', reject)
      call.write('{"p12":"')
    })
    expect(status).toBe(413)
    hostile.expectMemoryKept()
  })

  test('of ten megabytes of nothing, and many at once, are refused while others work', async () => {
    const big = Buffer.concat([Buffer.from('3084009fffff', 'hex'), Buffer.alloc(9 * 1024 * 1024)])
    const answers = await hostile.besideOthers(Promise.all(Array.from({ length: 8 }, () => upload(big))))
    for (const answer of answers) expect(await refusalOf(answer)).toMatch(/^P12_/)
    hostile.expectMemoryKept()
  })
})
