/** Runs an image as a cluster would, by programs of others: umoci unpacks the archive, runc confines the process. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startStranger, type Stranger } from './stranger.ts'

/** Who the image runs as. */
const USER = 10_001

/** What runc is told of a container. */
interface Settings {
  readonly process: Record<string, unknown> & { env: string[]; args: string[] }
  readonly root: Record<string, unknown>
  readonly linux: { namespaces: { type: string }[] }
  readonly mounts: object[]
}

/** An unpacked image. */
export interface Bundle {
  readonly folder: string
  readonly settings: Settings
}

/** What a container gets beside its image. */
interface ContainerWish {
  readonly env: Readonly<Record<string, string>>
  /** Folders of this machine by the place where the container may write into them. */
  readonly folders: Readonly<Record<string, string>>
  /** Instead of the program that the image names. */
  readonly args?: readonly string[]
}

/** Unpacks an archive below the folder. */
export async function unpackImage(archive: string, tag: string, folder: string): Promise<Bundle> {
  const [layout, bundle] = [join(folder, 'layout'), join(folder, 'bundle')]
  await mkdir(layout)
  execFileSync('tar', ['--extract', '--file', archive, '--directory', layout])
  execFileSync('umoci', ['unpack', '--image', `${layout}:${tag}`, bundle], { stdio: 'pipe' })
  return { folder: bundle, settings: JSON.parse(await readFile(join(bundle, 'config.json'), 'utf8')) as Settings }
}

/**
 * Starts a container: its root is read-only but for a small /tmp, it has no capability and cannot get any. It shares
 * this machine's network, where the test has its database and the sandbox.
 */
export async function startContainer(bundle: Bundle, wish: ContainerWish): Promise<Stranger> {
  for (const place of Object.values(wish.folders)) await chown(place, USER, USER)
  await writeFile(join(bundle.folder, 'config.json'), JSON.stringify(confine(bundle.settings, wish)))
  const state = ['--root', join(bundle.folder, 'state')]
  const name = `rubrica-${crypto.randomUUID()}`
  // It passes the signals that it gets on to the container, which outlives it all the same when it is killed.
  const container = startStranger(['runc', ...state, 'run', '--bundle', bundle.folder, name])
  const stop = async (): Promise<void> => {
    await container.stop()
    spawnSync('runc', [...state, 'delete', '--force', name])
  }
  return { ...container, stop, [Symbol.asyncDispose]: stop }
}

function confine(settings: Settings, { env, folders, args }: ContainerWish): object {
  const mount = (destination: string, rest: object) => ({ destination, ...rest })
  const options = ['nosuid', 'nodev', 'noexec']
  return {
    ...settings,
    process: {
      ...settings.process,
      terminal: false,
      capabilities: {},
      noNewPrivileges: true,
      env: [...settings.process.env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      ...(args && { args }),
    },
    root: { ...settings.root, readonly: true },
    linux: { ...settings.linux, namespaces: settings.linux.namespaces.filter(({ type }) => type !== 'network') },
    mounts: [
      ...settings.mounts,
      mount('/tmp', { source: 'tmpfs', type: 'tmpfs', options: [...options, 'size=16m'] }),
      ...Object.entries(folders).map(([place, source]) =>
        mount(place, { source, type: 'bind', options: ['bind', 'rw', ...options] }),
      ),
    ],
  }
}
