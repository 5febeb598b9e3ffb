/** With the first request: most servers are never asked for SAML, and its XML parsers are slow to load. */
export const loadSamlLibrary = () => import('@node-saml/node-saml')

/** The library's parsers, and its search for what is signed. */
export const loadXmlLibrary = () => import('@node-saml/node-saml/lib/xml.js')
