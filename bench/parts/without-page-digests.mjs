/**
 * Loaded before the server: its statements leave out the digest of the pages that were served, so that a benchmark can
 * tell what this costs. Nothing in the product can be switched off for it.
 */
import pg from 'pg'

const DIGEST = /\(select encode\(sha256\(convert_to\([^;]*?from page_views where page_views\.signer_id = \$\d+\)/g
const query = pg.Client.prototype.query

pg.Client.prototype.query = function (statement, ...rest) {
  const { text } = statement ?? {}
  if (typeof text !== 'string' || !text.includes('from page_views')) return query.call(this, statement, ...rest)
  return query.call(this, Object.assign(statement, { text: text.replace(DIGEST, "(''::text)") }), ...rest)
}
