import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configOf } from './image.mjs'
import { IMAGES } from './lay-out.mjs'

const DOCKERFILE = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')

/** What the stage says of a container, in the words of an image's config. */
function stageOf(name: string) {
  const stage = DOCKERFILE.split(/^FROM /m).find((text) => text.startsWith(`scratch AS ${name}\n`)) ?? ''
  const said = (word: string) => [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map((match) => match[1]!)
  return {
    User: said('USER')[0],
    Env: said('ENV').flatMap((line) => line.split(' ')),
    Cmd: JSON.parse(said('CMD')[0] ?? '[]') as string[],
    WorkingDir: said('WORKDIR')[0],
    ExposedPorts: Object.fromEntries(said('EXPOSE').map((port) => [port, {}])),
    StopSignal: said('STOPSIGNAL')[0],
    Labels: {},
  }
}

test.each(['rubrica', 'rubrica-sandbox'] as const)(
  'Docker starts a container of %s as the image of npm does',
  (name) => {
    expect(stageOf(name)).toEqual(configOf(IMAGES[name], { labels: {}, isServer: name === 'rubrica' }))
  },
)
