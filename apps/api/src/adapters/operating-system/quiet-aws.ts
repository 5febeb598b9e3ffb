/**
 * The SDK of AWS warns on Node 20, which we support with the release of it that is pinned: an operator can do nothing
 * about it, and looks for what is wrong. To be called before a client is made.
 */
export function quietAws(): void {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
}
