// The licences of what the bundles hold: one file beside them, which the portal serves too (`/NOTICE.txt`). Each part
// keeps the list of its packages, as its bundler tells it, so that a part that is fresh needs no second look.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Refusal, ROOT } from './common.mjs'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i
const PACKAGE_FOLDER = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/

const listOf = (dist, part) => join(dist, `.${part}.packages.json`)

/**
 * Folders of the npm packages that these files belong to. Names of files may have a prefix or query of the bundler's.
 */
export function packageFolders(files) {
  const found = files.map((file) => PACKAGE_FOLDER.exec(file.replace(/^\0/, ''))?.[0])
  return [...new Set(found.filter((folder) => folder !== undefined && existsSync(join(folder, 'package.json'))))].sort()
}

/** Keeps which packages a part bundles. */
export function keepPackages(dist, part, folders) {
  writeFileSync(listOf(dist, part), JSON.stringify(folders.map((folder) => relative(ROOT, folder))))
}

/** @throws Refusal for a package that says nothing of its licence */
export function describePackage(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const holder = typeof author === 'string' ? author : author?.name
  if (typeof license !== 'string' && texts.length === 0) throw new Refusal(`${name} does not say its licence.`)
  const head = [`${name} ${version}`, ...(license ? [`Licence: ${license}`] : []), ...(holder ? [`By: ${holder}`] : [])]
  return { title: `${name} ${version}`, text: [head.join('\n'), ...texts].join('\n\n') }
}

/** Writes what all parts hold into `NOTICE.txt`, in the order of the names. */
export function writeNotice(dist, parts, places) {
  const lists = parts.map((part) => listOf(dist, part)).filter((path) => existsSync(path))
  const folders = new Set(lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8'))))
  // The same version may lie in several places.
  const packages = new Map(
    [...folders].map((folder) => describePackage(join(ROOT, folder))).map(({ title, text }) => [title, text]),
  )
  const sections = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  const intro = `Rúbrica is licensed under the Apache License 2.0. Its bundles hold these packages of others:`
  const notice = `${[intro, ...sections].join(rule)}\n`
  for (const place of places.filter((folder) => existsSync(folder))) writeFileSync(join(place, 'NOTICE.txt'), notice)
}
