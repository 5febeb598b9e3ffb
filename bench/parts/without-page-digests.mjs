/**
 * Loaded before the server: from one SIGUSR2 to the next its statements leave out the digest of the pages that were
 * served, so that a benchmark can tell what this costs. Nothing in the product can be switched off for it.
 */
import pg from 'pg'

const DIGEST = /\(select encode\(sha256\(convert_to\([^;]*?from page_views where page_views\.signer_id = \$\d+\)/g
const query = pg.Client.prototype.query
let isOff = false

process.on('SIGUSR2', () => {
  isOff = !isOff
})

pg.Client.prototype.query = function (statement, ...rest) {
  const { text, name } = statement ?? {}
  if (!isOff || typeof text !== 'string' || !text.includes('from page_views'))
    return query.call(this, statement, ...rest)
  return query.call(
    this,
    { ...statement, name: name && `${name} off`, text: text.replace(DIGEST, "(''::text)") },
    ...rest,
  )
}
