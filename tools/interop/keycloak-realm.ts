/** What an administrator of Keycloak does by its REST API: a realm with people and clients. */

export interface Realm {
  /** Of its ID tokens, and its SAML entity id. */
  readonly issuer: string
  addOidcClient(client: { id: string; secret: string; redirect: string }): Promise<void>
  /** Makes a client out of metadata as the console does: what the metadata asks for is what people's answers carry. */
  importSamlClient(metadata: string): Promise<void>
  /** What we are told of it: entity id, address for log-ins, certificate. */
  samlFacts(): Promise<{ issuer: string; entryPoint: string; certificates: string[] }>
  /** @returns its id */
  addUser(user: NewUser): Promise<string>
  removeUser(id: string): Promise<void>
}

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

interface Mapper {
  readonly config: Readonly<Record<string, string>>
}

type SamlClient = Readonly<Record<string, unknown>> & {
  readonly attributes: Readonly<Record<string, string>>
  readonly protocolMappers?: readonly Mapper[]
}

type Call = (method: string, path: string, body?: object | string) => Promise<Response>

/**
 * Calls of the administrator. Their token lasts a minute, so each call gets its own. Throws at answers that are no
 * success.
 */
function administer(address: string, { user, password }: { user: string; password: string }): Call {
  return async (method, path, body) => {
    const login = { grant_type: 'password', client_id: 'admin-cli', username: user, password }
    const granted = await fetch(`${address}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(login),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const isText = typeof body === 'string'
    const headers = { authorization: `Bearer ${token}`, 'content-type': `application/${isText ? 'xml' : 'json'}` }
    const sent = isText || body === undefined ? body : JSON.stringify(body)
    const answer = await fetch(`${address}/admin/realms${path}`, { method, headers, body: sent ?? null })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}

/** Makes a realm of that name. */
export async function openRealm(
  address: string,
  { name, ...administrator }: { user: string; password: string; name: string },
): Promise<Realm> {
  const call = administer(address, administrator)
  const issuer = `${address}/realms/${name}`
  await call('POST', '', { realm: name, enabled: true, sslRequired: 'none' })
  const profile = (await (await call('GET', `/${name}/users/profile`)).json()) as object
  await call('PUT', `/${name}/users/profile`, { ...profile, unmanagedAttributePolicy: 'ENABLED' })
  return {
    issuer,
    addOidcClient: async ({ id, secret, redirect }) => {
      const client = { clientId: id, secret, redirectUris: [redirect], protocol: 'openid-connect', publicClient: false }
      await call('POST', `/${name}/clients`, client)
    },
    importSamlClient: async (metadata) => {
      const converted = await call('POST', `/${name}/client-description-converter`, metadata)
      await call('POST', `/${name}/clients`, chooseSources((await converted.json()) as SamlClient))
    },
    samlFacts: async () => {
      const entryPoint = `${issuer}/protocol/saml`
      const descriptor = await (await fetch(`${entryPoint}/descriptor`)).text()
      const certificates = [...descriptor.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, text = '']) => text)
      return { issuer, entryPoint, certificates }
    },
    addUser: async ({ password, ...user }) => {
      const credentials = [{ type: 'password', value: password, temporary: false }]
      const names = { firstName: 'Ana', lastName: 'Vidal' }
      const facts = { ...user, ...names, enabled: true, emailVerified: true, credentials }
      const answer = await call('POST', `/${name}/users`, facts)
      return answer.headers.get('location')!.split('/').at(-1)!
    },
    removeUser: async (id) => void (await call('DELETE', `/${name}/users/${id}`)),
  }
}

/**
 * The import makes a mapper of each attribute that the metadata asks for; the administrator says which fact of a user
 * fills it, and that requests need no signature.
 */
function chooseSources(client: SamlClient): object {
  const { protocolMappers: mappers = [], attributes } = client
  if (mappers.length === 0) throw new Error('the metadata asks for no attribute')
  const sourceOf = (friendly = '') => (friendly === 'mail' ? 'email' : friendly)
  const filled = mappers.map(({ config, ...mapper }) => ({
    ...mapper,
    config: { ...config, 'user.attribute': sourceOf(config['friendly.name']) },
  }))
  return { ...client, attributes: { ...attributes, 'saml.client.signature': 'false' }, protocolMappers: filled }
}
