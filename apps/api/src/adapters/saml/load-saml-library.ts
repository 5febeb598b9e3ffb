/** With the first request: most servers are never asked for SAML, and its XML parsers are slow to load. */
export const loadSamlLibrary = () => import('@node-saml/node-saml')
