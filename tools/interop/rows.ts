import { certomancerRow } from './rows/certomancer.ts'
import { composeRow } from './rows/compose.ts'
import { cscServiceRow } from './rows/csc-service.ts'
import { helmRow } from './rows/helm.ts'
import { imageRow } from './rows/image.ts'
import { keycloakRow } from './rows/keycloak.ts'
import { mailServerRow } from './rows/mail-server.ts'
import { nodeRows } from './rows/node-versions.ts'
import { postfixRow } from './rows/postfix.ts'
import { postgresqlRows } from './rows/postgresql.ts'
import { pyhankoRow } from './rows/pyhanko.ts'
import { standardWebhooksRow } from './rows/standard-webhooks.ts'
import { swisscomClientRow } from './rows/swisscom-client.ts'
import type { Row } from './row.ts'

/** In the order in which they are tried. */
export const ROWS: readonly Row[] = [
  ...nodeRows,
  ...postgresqlRows,
  mailServerRow,
  postfixRow,
  standardWebhooksRow,
  certomancerRow,
  cscServiceRow,
  pyhankoRow,
  swisscomClientRow,
  keycloakRow,
  imageRow,
  helmRow,
  composeRow,
]
