/**
 * Loads oidc-provider when somebody first logs in: it takes a good part of a second, which the start must not pay.
 * It warns on the terminal that its makers do not test it on Node.js 20; our tests cover what is used here.
 */
export async function loadLibrary() {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
