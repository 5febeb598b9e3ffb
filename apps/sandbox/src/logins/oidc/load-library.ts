/**
 * Loads oidc-provider when somebody first logs in: it takes a good part of a second, which the start must not pay.
 * It would tell on the terminal that it is not tried on Node.js 20 by its makers; what is used here is, by our tests.
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
