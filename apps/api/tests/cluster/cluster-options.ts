/** How a cluster is begun. */
import type { ProgramEnvironment, RunningSandbox } from '@rubrica/testing'
import type { ClusterPrograms } from './machines/programs.ts'

export interface ClusterOptions {
  readonly programs: ClusterPrograms
  /** Folder for what every process says, which is emptied now and stays. */
  readonly logs: string
  readonly report: (message: string) => void
  /** Adds to the parameters of PostgreSQL, and to the settings of the servers. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly env?: ProgramEnvironment
  /**
   * The balancer reaches the servers without an edge between, which would take a call for a server that is dead: no
   * balancer tries that one again elsewhere.
   */
  readonly isDirect?: boolean
  /** Folder with backups of the database, and with its log; it outlives the cluster. */
  readonly repository?: string
  /** The outside world, where it outlives the cluster, too. */
  readonly sandbox?: RunningSandbox
  /** Folder of the release that the servers are of at first, which was built; of this one unless said. */
  readonly release?: string
  /** Begins with the newest backup of the repository, and with what else a cluster has left. */
  readonly from?: ClusterRemains
}

/** What must be kept of a cluster, beside its repository: copies of the bucket and of the file with the keys. */
export interface ClusterRemains {
  readonly objects: string
  readonly keys: string
  /** Of the roles of the database. */
  readonly password: string
}
