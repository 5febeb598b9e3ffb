/**
 * Makes the files that the outside judges look at: twenty-three PDFs of different build, signed by demo people with
 * their vault keys, and twenty-eight more, one for each way of signing, all of which are sent to a server that was
 * started for this, and downloaded again; eight that applications have them sign by their hashes; and one for every
 * kind of signature and level, by the engine alone. Some more are spoilt.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import sharp from 'sharp'
import { buildStale } from '../build.mjs'
import { makeLongTermFiles } from './make-long-term-files.mjs'
import { signEveryKind } from './sign-every-kind.mjs'
import { signOverCsc } from './sign-over-csc.mjs'
import { signWithEachType } from './sign-with-each-type.mjs'
import { spoilFiles } from './spoil-files.mjs'

register()
const { fixedPort, makeFormPdf, makePdf, makeScanPdf, openScene, termsOf, trySigning } =
  await import('../../packages/testing/src/index.ts')

const BOX = { x: 60, y: 80, width: 220, height: 70 }
const VISIBLE = { reason: 'Conforme amb les condicions', positions: [{ page: 1, ...BOX }] }

/** Another build of the same PDF, by qpdf. */
function rebuilt(pdf, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    execFileSync('qpdf', [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')])
    return readFileSync(join(folder, 'out.pdf'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const objectStreams = (pdf) => rebuilt(pdf, '--object-streams=generate')
const linearized = (pdf) => rebuilt(pdf, '--object-streams=disable', '--linearize')

async function scan() {
  const [width, height] = [1240, 1754]
  const noise = { type: 'gaussian', mean: 230, sigma: 12 }
  const picture = sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
  return makeScanPdf({ jpeg: await picture.jpeg({ quality: 70 }).toBuffer(), width, height })
}

/** Name, file, signers, and what the sender says of it. */
async function wishes() {
  const lastPage = { positions: [{ page: 200, ...BOX }] }
  // Boxes that overlap are a warning of their own to a validator.
  const boxAt = (index) => ({ page: 1, ...BOX, x: 40 + index * 180, width: 160 })
  const sideBySide = {
    signers: ['ana', 'biel', 'carla'].map((userId, index) => ({
      userId,
      reason: 'Conforme',
      positions: [boxAt(index)],
    })),
  }
  // One signature and two buttons for each of them, so that the second signer fills buttons of a signed file.
  const threePlaces = {
    order: 'sequential',
    signers: ['ana', 'biel'].map((userId, index) => ({
      userId,
      reason: 'Conforme',
      positions: [1, 2, 3].map((page) => ({ ...boxAt(index), page })),
    })),
  }
  const decrypt = { decrypt: { consent: true } }
  const encrypted = rebuilt(makePdf({ text: 'Encrypted' }), '--encrypt', '', 'owner', '256', '--')
  return [
    ['classic-rsa', makePdf(), ['ana']],
    ['classic-ec', makePdf(), ['biel']],
    ['classic-rsa-visible', makePdf(), ['ana'], { signer: VISIBLE }],
    ['classic-ec-visible-rotated', makePdf({ page: '/Rotate 90' }), ['biel'], { signer: VISIBLE }],
    ['classic-cropped-visible', makePdf({ page: '/CropBox [20 20 500 700]' }), ['carla'], { signer: VISIBLE }],
    ['object-streams-rsa', objectStreams(makePdf()), ['ana']],
    ['object-streams-ec-visible', objectStreams(makePdf()), ['biel'], { signer: VISIBLE }],
    ['linearized-rsa', linearized(makePdf({ pages: 3 })), ['ana']],
    ['linearized-ec-visible', linearized(makePdf({ pages: 3 })), ['biel'], { signer: VISIBLE }],
    [
      'linearized-object-streams',
      rebuilt(makePdf({ pages: 3 }), '--linearize', '--object-streams=generate'),
      ['carla'],
    ],
    ['form-rsa', makeFormPdf(), ['ana']],
    ['form-ec-visible', makeFormPdf(), ['biel'], { signer: VISIBLE }],
    ['form-object-streams', objectStreams(makeFormPdf()), ['ana'], { signer: VISIBLE }],
    ['scan-rsa', await scan(), ['ana']],
    ['scan-ec-visible', await scan(), ['biel'], { signer: VISIBLE }],
    ['200-pages-rsa', makePdf({ pages: 200 }), ['ana']],
    ['200-pages-ec-visible', objectStreams(makePdf({ pages: 200 })), ['biel'], { signer: lastPage }],
    ['two-signers', makePdf(), ['ana', 'biel'], { description: { order: 'sequential' } }],
    ['three-signers-visible', objectStreams(makeFormPdf()), ['ana', 'biel', 'carla'], { description: sideBySide }],
    ['several-positions', makePdf({ pages: 3 }), ['ana', 'biel'], { description: threePlaces }],
    [
      'several-positions-object-streams',
      objectStreams(makePdf({ pages: 3 })),
      ['ana', 'biel'],
      { description: threePlaces },
    ],
    [
      'several-positions-rotated',
      makePdf({ pages: 3, page: '/Rotate 90' }),
      ['ana', 'biel'],
      { description: threePlaces },
    ],
    ['decrypted-at-intake', encrypted, ['carla'], { description: decrypt }],
  ]
}

async function makeOne(scene, [name, pdf, signers, wish = {}]) {
  const document = await scene.send({ pdf, signers, ...wish })
  for (const [index, signer] of signers.entries()) {
    const [person, { guid }] = [scene.people[signer], document.signers[index]]
    const status = await trySigning(person, guid, { accepted: await termsOf(person, guid) })
    if (status !== 204) throw new Error(`${name}: signing answered ${status}`)
  }
  return { name, pdf: await scene.download(document) }
}

/** A port that stays: the people of the scene keep their addresses when the server is started again. */
const PORT = fixedPort()

/**
 * @param {{ outDir: string }} where the files go
 * @returns the files in groups of one level (those of none are about reports alone), the root certificate to trust, the
 *   origins that the judges ask, and how to stop the services there
 */
export async function makeFiles({ outDir }) {
  await buildStale()
  const scene = await openScene({ env: { PORT } })
  try {
    const made = []
    for (const wish of await wishes()) made.push(await makeOne(scene, wish))
    // Before people get further certificates: the example takes the first one.
    made.push(...(await signOverCsc(scene)))
    made.push(...(await signWithEachType(scene)))
    const save = ({ name, pdf }) => {
      const file = join(outDir, `${name}.pdf`)
      writeFileSync(file, pdf)
      return file
    }
    const { sandbox } = scene.portal
    made.push(...(await signEveryKind(sandbox)))
    const root = join(outDir, 'root.cer')
    writeFileSync(root, Buffer.from(await (await fetch(`${sandbox.url}/pki/root.cer`)).arrayBuffer()))
    const archived = await makeLongTermFiles(sandbox, root, made)
    const spoilt = (await spoilFiles(sandbox)).map((one) => ({ ...one, file: save(one) }))
    const groups = [
      { level: 'PAdES-BASELINE-T', offline: false, files: made.map(save) },
      {
        level: null,
        offline: false,
        files: spoilt.map(({ file }) => file),
        differences: new Map(spoilt.map(({ file, difference }) => [file, difference])),
      },
      ...archived.map(({ level, made }) => ({ level, offline: true, files: made.map(save) })),
    ]
    return { groups, root, origins: [sandbox.url], stop: () => scene[Symbol.asyncDispose]() }
  } catch (error) {
    await scene[Symbol.asyncDispose]()
    throw error
  }
}
