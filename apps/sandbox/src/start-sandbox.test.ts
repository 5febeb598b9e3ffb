import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectIdentifier, sequence, bitString, encodeElement, integer, nullValue } from './der/write-der.ts'
import { OID } from './der/object-identifiers.ts'
import { encodeServiceName } from './pki/encode-name.ts'
import { startSandbox, type RunningSandbox } from './start-sandbox.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'rubrica-sandbox-'))
const dataDir = join(folder, 'data')
const options = { dataDir, host: '127.0.0.1', port: 0, portIsFixed: false, smtpPort: 0 }
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox(options)
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

const path = (name: string): string => join(folder, name)
const openssl = (...args: string[]): string => {
  const { stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
  return `${stdout}${stderr}`
}
/** A connection for each request, because one that is kept would not outlive a restart of the sandbox. */
const once = { connection: 'close' }
const get = (where: string): Promise<Response> => fetch(`${sandbox.url}${where}`, { headers: once })
const download = async (where: string): Promise<Buffer> => Buffer.from(await (await get(where)).arrayBuffer())
const postJson = (where: string, body: unknown): Promise<Response> =>
  fetch(`${sandbox.url}${where}`, {
    method: 'POST',
    headers: { ...once, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const post = (where: string, type: string, body: Uint8Array | string, headers = {}): Promise<Response> =>
  fetch(`${sandbox.url}${where}`, { method: 'POST', headers: { ...once, 'content-type': type, ...headers }, body })

async function savePem(name: string): Promise<X509Certificate> {
  const certificate = new X509Certificate(await download(`/pki/${name}.cer`))
  writeFileSync(path(`${name}.pem`), certificate.toString())
  return certificate
}

/** A person's certificate and key, unpacked by openssl. */
async function savePerson(name: string, body: Record<string, unknown>): Promise<X509Certificate> {
  const answer = await postJson('/control/people', { commonName: name, pin: '1234', keyType: 'rsa', ...body })
  expect(answer.status).toBe(201)
  writeFileSync(path(`${name}.p12`), Buffer.from(await answer.arrayBuffer()))
  const pem = openssl('pkcs12', '-in', `${name}.p12`, '-passin', 'pass:1234', '-clcerts', '-nokeys')
  writeFileSync(path(`${name}.pem`), pem)
  return new X509Certificate(pem.slice(pem.indexOf('-----BEGIN')))
}

describe('the desk', () => {
  it('shows demo people, mailbox and services in five languages', async () => {
    for (const [language, heading] of [
      ['es', 'Personas de prueba'],
      ['ca', 'Persones de prova'],
      ['en', 'Demo people'],
      ['de', 'Personen zum Ausprobieren'],
      ['fr', 'Personnes de démonstration'],
    ] as const) {
      const page = await (await get(`/?lang=${language}`)).text()
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(heading)
    }
    const answer = await fetch(sandbox.url, { headers: { ...once, 'accept-language': 'xx,fr;q=0.5,de;q=0.9' } })
    expect(answer.headers.get('content-language')).toBe('de')
  })

  it('allows its own style sheet and nothing else', async () => {
    const answer = await get('/')
    const style = /<style>([^]*)<\/style>/.exec(await answer.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  })

  it('hands out each demo person’s key file', async () => {
    const { people } = (await (await get('/people.json')).json()) as { people: { id: string; p12: string }[] }
    expect(people.map((person) => person.id)).toEqual(['ana', 'biel', 'carla'])
    for (const { p12 } of people) expect((await download(p12)).length).toBeGreaterThan(1000)
    expect((await get('/people/../est-account.p12')).status).toBe(404)
    expect((await get('/people/nobody.p12')).status).toBe(404)
  })

  it('tells programs every address', async () => {
    const facts = (await (await get('/sandbox.json')).json()) as Record<string, unknown>
    expect(facts).toMatchObject({ tsa: `${sandbox.url}/pki/tsa`, root: `${sandbox.url}/pki/root.cer` })
  })
})

describe.runIf(hasOpenssl)('certificates', () => {
  it('chain to the root, name their revocation addresses, and say SANDBOX', async () => {
    await Promise.all(['root', 'ca', 'tsa-ca'].map(savePem))
    const signer = await savePerson('chained', { email: 'a@b.example' })
    expect(openssl('verify', '-x509_strict', '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'chained.pem')).toContain(
      'OK',
    )
    expect(openssl('verify', '-x509_strict', '-CAfile', 'root.pem', 'tsa-ca.pem')).toContain('OK')
    expect(signer.subject).toContain('SANDBOX')
    expect(signer.infoAccess).toContain(`OCSP - URI:${sandbox.url}/pki/ocsp/ca`)
    expect(signer.infoAccess).toContain(`CA Issuers - URI:${sandbox.url}/pki/ca.cer`)
  })

  it.each(['rsa', 'ec'])('come with a %s key in a p12 that openssl opens', async (keyType) => {
    const certificate = await savePerson(`Núria ${keyType}`, { keyType, pin: '1234' })
    expect(certificate.publicKey.asymmetricKeyType).toBe(keyType)
    const all = openssl('pkcs12', '-in', `Núria ${keyType}.p12`, '-passin', 'pass:1234', '-noenc')
    expect(all.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
    expect(all).toContain('BEGIN PRIVATE KEY')
    expect(openssl('pkcs12', '-in', `Núria ${keyType}.p12`, '-passin', 'pass:nope')).toContain('invalid password')
  })

  it('come in the kinds that a portal has to refuse', async () => {
    expect(Date.parse((await savePerson('old', { profile: 'expired' })).validTo)).toBeLessThan(Date.now())
    expect(Date.parse((await savePerson('new', { profile: 'not-yet-valid' })).validFrom)).toBeGreaterThan(Date.now())
    expect((await savePerson('authority', { profile: 'ca' })).ca).toBe(true)
    const text = (await savePerson('mute', { profile: 'no-signing' })) && openssl('x509', '-in', 'mute.pem', '-text')
    expect(text).toContain('Key Encipherment')
  })
})

describe.runIf(hasOpenssl)('revocation', () => {
  it('is answered over OCSP with the nonce echoed and a delegated responder', async () => {
    await Promise.all(['root', 'ca'].map(savePem))
    await savePerson('good', {})
    const request = path('good.ocsp')
    openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'good.pem', '-reqout', request)
    const answer = await post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(request))
    writeFileSync(path('good.answer'), Buffer.from(await answer.arrayBuffer()))
    const check = [
      'ocsp',
      '-no_nonce',
      '-respin',
      'good.answer',
      '-reqin',
      request,
      '-issuer',
      'ca.pem',
      '-cert',
      'good.pem',
    ]
    const verdict = openssl(...check, '-CAfile', 'root.pem', '-resp_text')
    expect(verdict).toContain('Response verify OK')
    expect(verdict).toContain('good.pem: good')
    expect(verdict).toContain('OCSP Nonce')
    expect(verdict).toContain('OCSP No Check')
    expect(verdict).not.toContain('WARNING')
    const byGet = await download(`/pki/ocsp/ca/${encodeURIComponent(readFileSync(request).toString('base64'))}`)
    expect(byGet.subarray(0, 2)).toEqual(readFileSync(path('good.answer')).subarray(0, 2))
  })

  it('reaches OCSP and CRL as soon as a certificate is revoked, and survives a restart', async () => {
    const { serialNumber } = await savePerson('lost', {})
    expect((await postJson('/control/revoke', { serial: serialNumber })).status).toBe(204)
    expect((await postJson('/control/revoke', { serial: 'abcdef' })).status).toBe(404)
    await sandbox.stop()
    sandbox = await startSandbox(options)
    const request = path('lost.ocsp')
    openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'lost.pem', '-reqout', request)
    const answer = await post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(request))
    writeFileSync(path('lost.answer'), Buffer.from(await answer.arrayBuffer()))
    expect(openssl('ocsp', '-respin', 'lost.answer', '-CAfile', 'root.pem', '-resp_text')).toContain(
      'Cert Status: revoked',
    )
    for (const name of ['root', 'ca', 'tsa-ca']) {
      await savePem(name)
      writeFileSync(path('list.crl'), await download(`/pki/${name}.crl`))
      expect(openssl('crl', '-inform', 'DER', '-in', 'list.crl', '-CAfile', `${name}.pem`, '-noout')).toContain(
        'verify OK',
      )
      const text = openssl('crl', '-inform', 'DER', '-in', 'list.crl', '-noout', '-text')
      expect(text.includes(serialNumber)).toBe(name === 'ca')
    }
  })

  it('is unknown for a certificate of nobody’s, and malformed for rubbish', async () => {
    const asked = openssl('ocsp', '-issuer', 'ca.pem', '-serial', '0x1234', '-reqout', path('x.ocsp'), '-resp_text')
    expect(asked).not.toContain('Error')
    const answer = await post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(path('x.ocsp')))
    writeFileSync(path('x.answer'), Buffer.from(await answer.arrayBuffer()))
    expect(openssl('ocsp', '-respin', 'x.answer', '-noverify', '-resp_text')).toContain('Cert Status: unknown')
    const rubbish = await post('/pki/ocsp/ca', 'application/ocsp-request', randomBytes(100))
    expect(Buffer.from(await rubbish.arrayBuffer()).toString('hex')).toBe('30030a0101')
  })
})

describe.runIf(hasOpenssl)('time-stamps', () => {
  it.each(['sha256', 'sha384', 'sha512'])('over %s verify against query and data', async (digest) => {
    await Promise.all(['root', 'tsa-ca'].map(savePem))
    writeFileSync(path('letter'), 'to be stamped')
    openssl('ts', '-query', '-data', 'letter', `-${digest}`, '-cert', '-out', 'q.tsq')
    const answer = await post('/pki/tsa', 'application/timestamp-query', readFileSync(path('q.tsq')))
    writeFileSync(path('r.tsr'), Buffer.from(await answer.arrayBuffer()))
    expect(openssl('ts', '-verify', '-queryfile', 'q.tsq', '-in', 'r.tsr', '-CAfile', 'root.pem')).toContain('OK')
    expect(openssl('ts', '-verify', '-data', 'letter', '-in', 'r.tsr', '-CAfile', 'root.pem')).toContain('OK')
  })

  it('carry certificates only when asked', async () => {
    openssl('ts', '-query', '-data', 'letter', '-sha256', '-out', 'bare.tsq')
    const answer = await post('/pki/tsa', 'application/timestamp-query', readFileSync(path('bare.tsq')))
    const token = Buffer.from(await answer.arrayBuffer())
    expect(token.length).toBeLessThan(1100)
    writeFileSync(path('bare.tsr'), token)
    const verify = ['ts', '-verify', '-queryfile', 'bare.tsq', '-in', 'bare.tsr', '-CAfile', 'root.pem']
    expect(openssl(...verify)).toContain('FAILED')
  })

  it('are refused for SHA-1 and rubbish with a rejection, not an error', async () => {
    openssl('ts', '-query', '-data', 'letter', '-sha1', '-out', 'weak.tsq')
    const weak = await post('/pki/tsa', 'application/timestamp-query', readFileSync(path('weak.tsq')))
    writeFileSync(path('weak.tsr'), Buffer.from(await weak.arrayBuffer()))
    expect(openssl('ts', '-reply', '-in', 'weak.tsr', '-text')).toMatch(
      /Status: Rejected[\s\S]*unrecognized or unsupported/,
    )
    for (let round = 0; round < 50; round += 1) {
      const query = Buffer.from(readFileSync(path('q.tsq')))
      query[round % query.length] = randomBytes(1)[0] ?? 0
      expect((await post('/pki/tsa', 'application/timestamp-query', query)).status).toBe(200)
    }
    expect((await post('/pki/tsa', 'text/plain', 'hello')).status).toBe(415)
    expect((await post('/pki/tsa', 'application/timestamp-query', randomBytes(100_000))).status).toBe(413)
  })

  it('can be ordered to fail, once', async () => {
    const query = readFileSync(path('q.tsq'))
    const ask = (): Promise<Response> => post('/pki/tsa', 'application/timestamp-query', query)
    await postJson('/control/faults', { service: 'tsa', fault: 'http500' })
    expect((await ask()).status).toBe(500)
    await postJson('/control/faults', { service: 'tsa', fault: 'wrong-imprint', times: 1 })
    writeFileSync(path('lie.tsr'), Buffer.from(await (await ask()).arrayBuffer()))
    const verdict = openssl('ts', '-verify', '-queryfile', 'q.tsq', '-in', 'lie.tsr', '-CAfile', 'root.pem')
    expect(verdict).toContain('message imprint mismatch')
    await postJson('/control/faults', { service: 'tsa', fault: 'timeout' })
    const silent = fetch(`${sandbox.url}/pki/tsa`, {
      method: 'POST',
      headers: { ...once, 'content-type': 'application/timestamp-query' },
      body: query,
      signal: AbortSignal.timeout(300),
    })
    await expect(silent).rejects.toThrow()
    expect((await ask()).status).toBe(200)
    expect((await postJson('/control/faults', { service: 'tsa', fault: 'explode' })).status).toBe(400)
  })
})

describe('enrolment', () => {
  const enrol = (body: string, authorization: string): Promise<Response> =>
    post('/.well-known/est/simpleenroll', 'application/pkcs10', body, { authorization })
  const login = (): string => {
    const { user, password } = sandbox.facts.est
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }
  const csr = (flip = false): string => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const info = sequence(integer(0), encodeServiceName('Enrolled'), spki, encodeElement(0xa0, []))
    const signature = sign('sha256', flip ? Buffer.from('other') : info, privateKey)
    const request = sequence(info, sequence(objectIdentifier(OID.ecdsaWithSha256)), bitString(signature))
    return Buffer.from(request).toString('base64')
  }

  it('certifies a key that proves itself, marked as the sandbox’s', async () => {
    const answer = await enrol(csr(), login())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/pkcs7-mime')
    writeFileSync(path('enrolled.p7'), Buffer.from(await answer.text(), 'base64'))
    if (!hasOpenssl) return
    await Promise.all(['root', 'ca'].map(savePem))
    const pem = openssl('pkcs7', '-inform', 'DER', '-in', 'enrolled.p7', '-print_certs')
    writeFileSync(path('enrolled.pem'), pem)
    expect(pem).toMatch(/CN = Enrolled, OU = SANDBOX/)
    expect(openssl('verify', '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'enrolled.pem')).toContain('OK')
  })

  it('refuses strangers, forged requests, weak keys and rubbish', async () => {
    expect((await enrol(csr(), 'Basic AAAA')).status).toBe(401)
    expect((await enrol(csr(true), login())).status).toBe(400)
    expect((await enrol('not base64 at all!', login())).status).toBe(400)
    expect((await enrol(randomBytes(300).toString('base64'), login())).status).toBe(400)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const info = sequence(integer(0), encodeServiceName('Weak'), spki, encodeElement(0xa0, []))
    const algorithm = sequence(objectIdentifier(OID.sha256WithRsa), nullValue())
    const weak = sequence(info, algorithm, bitString(sign('sha256', info, privateKey)))
    expect((await enrol(Buffer.from(weak).toString('base64'), login())).status).toBe(400)
  })

  it('tells the authorities’ certificates', async () => {
    const answer = await get('/.well-known/est/cacerts')
    expect(answer.headers.get('content-transfer-encoding')).toBe('base64')
  })
})

describe('mail', () => {
  const send = (lines: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(sandbox.smtpUrl)
      const socket = createConnection(Number(port), hostname)
      const steps = ['EHLO test', 'MAIL FROM:<portal@sandbox.example>', 'RCPT TO:<ana@sandbox.example>', 'DATA']
      const talk = [...steps, [...lines, '.'].join('\r\n'), 'QUIT']
      let heard = ''
      let pending = ''
      socket.on('data', (chunk) => {
        pending += chunk.toString()
        if (!/(^|\n)\d{3} [^\n]*\n$/.test(pending)) return
        heard += pending
        pending = ''
        const next = talk.shift()
        if (next === undefined) socket.end()
        else socket.write(`${next}\r\n`)
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  const inbox = async (): Promise<{ id: string; subject: string; links: string[]; to: string[] }[]> =>
    ((await (await get('/inbox.json?to=ana@sandbox.example')).json()) as { mails: never[] }).mails

  it('lands in the inbox, is readable on the desk without running, and is there after a restart', async () => {
    const type = 'Content-Type: text/html; charset=utf-8'
    const body = '<p>Ruta: <a href="http://127.0.0.1:1/x?a=1&amp;b=2">signar</a><script>alert(1)</script></p>'
    await send(['From: Portal <portal@sandbox.example>', 'Subject: <b>Nou document</b>', type, '', body])
    await sandbox.stop()
    sandbox = await startSandbox(options)
    const [mail] = await inbox()
    expect(mail).toMatchObject({ subject: '<b>Nou document</b>', links: ['http://127.0.0.1:1/x?a=1&b=2'] })
    expect(await (await get('/')).text()).toContain('&lt;b&gt;Nou document')
    const frame = await get(`/inbox/${mail?.id}/body`)
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups[^;]*; default-src 'none'/)
    expect((await get(`/inbox/${mail?.id}/source`)).headers.get('content-disposition')).toContain('attachment')
  })

  it('is refused when a fault says so, and gone after a reset', async () => {
    await postJson('/control/faults', { service: 'smtp', fault: 'http500' })
    expect(await send(['Subject: lost', '', 'x'])).toContain('451')
    expect(await inbox()).toHaveLength(1)
    expect((await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers: once })).status).toBe(204)
    expect(await inbox()).toHaveLength(0)
  })
})

describe('rubbish', () => {
  const answerTo = async (request: Promise<Response>): Promise<number> => (await request).status

  it('gets a refusal from every service, never a failure', async () => {
    const { user, password } = sandbox.facts.est
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const valid = hasOpenssl ? readFileSync(path('good.ocsp')) : randomBytes(80)
    for (let round = 0; round < 150; round += 1) {
      const bytes = Buffer.from(valid)
      bytes[round % bytes.length] = randomBytes(1)[0] ?? 0
      const cut = bytes.subarray(0, round % 2 === 0 ? bytes.length : round)
      const answers = [
        post('/pki/ocsp/ca', 'application/ocsp-request', cut),
        post('/pki/tsa', 'application/timestamp-query', cut),
        post('/.well-known/est/simpleenroll', 'application/pkcs10', cut.toString('base64'), { authorization }),
      ]
      for (const answer of answers) expect(await answerTo(answer)).toBeLessThan(500)
    }
    for (const where of ['/?lang=a&lang=b', '/inbox.json?to=a&to=b', '/inbox/..%2f..', '/pki/ocsp/ca/%ff', '/%00']) {
      expect(await answerTo(get(where))).toBeLessThan(500)
    }
    for (const body of [null, [], {}, { commonName: 'x' }, { commonName: '', keyType: 'rsa', pin: '' }]) {
      expect(await answerTo(postJson('/control/people', body))).toBe(400)
    }
    const late = { commonName: '\ud800', keyType: 'ec', pin: '', notAfter: '9999-12-31T23:59:59Z' }
    expect(await answerTo(postJson('/control/people', late))).toBe(201)
    expect(await answerTo(postJson('/control/people', { ...late, notAfter: '1999-12-31T23:59:59Z' }))).toBe(201)
    expect(await answerTo(post('/control/people', 'application/json', '{'.repeat(1000)))).toBe(400)
    expect(await answerTo(post('/control/reset', 'text/plain', 'not JSON'))).toBe(415)
  })
})

describe('control', () => {
  it('takes no call from a web page', async () => {
    const headers = { ...once, origin: 'http://elsewhere.example' }
    const answer = await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
  })
})

describe('starting', () => {
  it('keeps its port and keys, and tells a busy or a different port in one sentence', async () => {
    const root = createHash('sha256')
      .update(await download('/pki/root.cer'))
      .digest('hex')
    const { url } = sandbox
    await expect(startSandbox(options)).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    await expect(startSandbox({ ...options, port: 1234, portIsFixed: true })).rejects.toMatchObject({
      code: 'PORT_FIXED_BY_DATA',
    })
    await sandbox.stop()
    sandbox = await startSandbox(options)
    expect(sandbox.url).toBe(url)
    expect(
      createHash('sha256')
        .update(await download('/pki/root.cer'))
        .digest('hex'),
    ).toBe(root)
  })

  it('takes the next port at the first start when the usual one is busy', async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port))
    })
    const other = { ...options, dataDir: path('other'), port }
    await expect(startSandbox({ ...other, portIsFixed: true })).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    const second = await startSandbox(other)
    expect(second.url).not.toContain(`:${port}`)
    await second.stop()
    blocker.close()
  })

  it('tells of damaged data in one sentence and repairs a register that a crash cut short', async () => {
    await sandbox.stop()
    const register = join(dataDir, 'pki', 'issued.jsonl')
    const [rows, root] = [readFileSync(register), readFileSync(join(dataDir, 'pki', 'root.pem'))]
    writeFileSync(register, Buffer.concat([rows, Buffer.from('{"serial":"12')]))
    writeFileSync(join(dataDir, 'pki', 'root.pem'), root.subarray(0, 700))
    await expect(startSandbox(options)).rejects.toMatchObject({ code: 'DATA_DAMAGED' })
    writeFileSync(join(dataDir, 'pki', 'root.pem'), root)
    sandbox = await startSandbox(options)
    expect(readFileSync(register).equals(rows)).toBe(true)
  })

  it('keeps every file from other users of the machine', () => {
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    const files = names.map((name) => join(dataDir, name)).filter((name) => statSync(name).isFile())
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect(statSync(file).mode & 0o077).toBe(0)
    expect(names.filter((name) => name.includes('.part'))).toEqual([])
  })

  it('refuses to run in production', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: path('never') },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('never runs in production')
  })
})
