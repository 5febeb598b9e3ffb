#!/usr/bin/env node
/**
 * Has outside judges check evidence files of a server, one of each outcome and edition: veraPDF (PDF/A-3a), EU DSS
 * (the schema of validation reports), and those of signed files (the seal). `npm run conformance:evidence`
 */
import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { register } from 'tsx/esm/api'
import { buildStale } from '../../build.mjs'
import { askJudge } from '../ask-judge.mjs'
import { installReportJudge, installVerapdf, JudgeMissing } from '../install-judges.mjs'

register()
const { fixedPort, openScene, trySigning } = await import('../../../packages/testing/src/index.ts')
const { openSharedPostgres } = await import('../../../packages/testing/src/share-postgres.ts')
const { readEvidenceFile } = await import('../../../packages/evidence-file/src/index.ts')

const HERE = import.meta.dirname
const PAUSE_MS = 200

async function ask(scene, path, body) {
  const answer = await fetch(`${scene.portal.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** A document whose deadline has passed, by the job that ends those. */
async function expire(scene) {
  const deadline = new Date(Date.now() + 3_600_000).toISOString()
  const sent = await scene.send({ signers: ['ana'], description: { deadline } })
  const database = scene.portal.server.database
  await database.query(`update documents set deadline = now() - interval '1 second' where id = $1`, [sent.guid])
  await database.query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  for (;;) {
    const { state } = await (await ask(scene, `/documents/${sent.guid}`)).json()
    if (state === 'expired') return sent
    await new Promise((wait) => setTimeout(wait, PAUSE_MS))
  }
}

async function untilArchived(scene, guid) {
  for (;;) {
    const { archive } = await (await ask(scene, `/documents/${guid}`)).json()
    if (archive.state === 'done') return
    if (archive.state === 'failed') throw new Error(`not archived: ${archive.reason}`)
    await new Promise((wait) => setTimeout(wait, PAUSE_MS))
  }
}

/** A document of each outcome. */
async function endDocuments(scene) {
  const { ana, carla } = scene.people
  const completed = await scene.send({ signers: ['ana', 'carla'] })
  for (const [index, person] of [ana, carla].entries()) await trySigning(person, completed.signers[index].guid)
  await untilArchived(scene, completed.guid)
  const rejected = await scene.send({ signers: ['ana'] })
  const body = { RejectionReason: 'Clause four – “größer” – is wrong. 漢字', AccessMethod: 'USER_PASS' }
  await ana.call.rejectDocument({ params: { signerGuid: rejected.signers[0].guid }, body })
  const cancelled = await scene.send({ signers: ['ana'] })
  await ask(scene, `/documents/${cancelled.guid}/cancelled`, {})
  return { completed, rejected, cancelled, expired: await expire(scene) }
}

/** Writes the files, and what is trusted. */
async function makeFiles(folder) {
  await buildStale()
  const { shared, close } = await openSharedPostgres()
  const scene = await openScene({ postgres: shared, env: { PORT: fixedPort(), ARCHIVE_DELAY_MS: '0' } })
  try {
    const documents = Object.entries(await endDocuments(scene))
    const made = { evidence: [], reports: [] }
    const save = (list, name, bytes) => {
      writeFileSync(join(folder, name), bytes)
      made[list].push(join(folder, name))
    }
    for (const [outcome, { guid }] of documents) {
      for (const edition of ['full', 'reduced']) {
        const answer = await ask(scene, `/documents/${guid}/evidence?edition=${edition}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        save('evidence', `${outcome}-${edition}.pdf`, bytes)
        const report = readEvidenceFile(bytes).files.get('validation.xml')
        if (report) save('reports', `${outcome}-${edition}.xml`, report)
      }
    }
    const root = await fetch(`${scene.portal.sandbox.url}/pki/root.cer`)
    writeFileSync(join(folder, 'root.cer'), Buffer.from(await root.arrayBuffer()))
    const [seal] = await scene.portal.server.database.query('select certificate from seal_keys')
    writeFileSync(join(folder, 'seal.pem'), new X509Certificate(seal.certificate).toString())
    return made
  } finally {
    await scene[Symbol.asyncDispose]()
    await close()
  }
}

/** All answers, of which there is one for each file. */
function askAll(judge, files) {
  const answers = askJudge(judge, files)
  const silent = files.find((file) => !answers.has(file))
  if (silent !== undefined) throw new JudgeMissing(`A judge gave no answer about ${basename(silent)}.`)
  return [...answers.values()]
}

function tell(what, answers, isGood) {
  for (const answer of answers) {
    const verdict = isGood(answer) ? 'good' : `BAD ${(answer.broken ?? [answer.failure]).join('; ')}`
    console.log(`${what}  ${basename(answer.file)}  ${verdict}`)
  }
  return answers.every(isGood)
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-evidence-'))
  const report = (message) => process.stderr.write(`${message}\n`)
  try {
    const { evidence, reports } = await makeFiles(folder)
    const isArchival = ({ flavour, isCompliant }) => flavour === '3a' && isCompliant
    const areGood = [
      tell('PDF/A-3a', askAll(installVerapdf(report), evidence), isArchival),
      tell('TS 119 102-2', askAll(installReportJudge(report), reports), ({ valid }) => valid),
    ]
    const trusted = ['--root', join(folder, 'root.cer'), '--root', join(folder, 'seal.pem')]
    const level = ['--expect-level', 'PAdES-BASELINE-LTA', '--offline']
    const run = [join(HERE, '../run.mjs'), ...trusted, ...level, ...evidence]
    const { status } = spawnSync(process.execPath, run, { stdio: 'inherit' })
    process.exitCode = areGood.every(Boolean) ? status : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

main().catch((error) => {
  console.error(error instanceof JudgeMissing ? error.message : error)
  process.exitCode = 2
})
