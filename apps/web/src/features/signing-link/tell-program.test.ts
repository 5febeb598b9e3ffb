import { afterEach, expect, test, vi } from 'vitest'
import { tellFrame, wayBack } from './tell-program.ts'

afterEach(() => vi.unstubAllGlobals())

const LINK = {
  ...{ id: 'l', docGuid: 'd-1', signerGuid: 's-1', programName: 'ERP', isGuest: false },
  ...{ returnUrl: 'https://erp.example/done', frameOrigins: ['https://erp.example', 'https://shop.example'] },
  ...{ isOwnWindow: false, sharesSession: false },
}

test.each([
  ['https://erp.example/done', 'https://erp.example/done?document=d-1&signer=s-1&event=signed'],
  ['https://erp.example/done?case=17', 'https://erp.example/done?case=17&document=d-1&signer=s-1&event=signed'],
  ['https://erp.example/?event=old', 'https://erp.example/?event=signed&document=d-1&signer=s-1'],
  ['https://erp.example/done#top', 'https://erp.example/done?document=d-1&signer=s-1&event=signed#top'],
])('the way back to %s says of which document and signer it is, and what happened', (returnUrl, expected) => {
  expect(wayBack({ ...LINK, returnUrl }, 'signed')).toBe(expected)
})

test('a frame tells exactly the origins that are listed, and a page that is in none tells nobody', () => {
  const postMessage = vi.fn()
  vi.stubGlobal('window', { parent: { postMessage } })
  tellFrame(LINK, 'later')
  const message = { type: 'rubrica.signing', document: 'd-1', signer: 's-1', event: 'later' }
  expect(postMessage.mock.calls).toEqual(LINK.frameOrigins.map((origin) => [message, origin]))
  postMessage.mockClear()
  const top: { parent?: unknown; postMessage: unknown } = { postMessage }
  top.parent = top
  vi.stubGlobal('window', top)
  tellFrame(LINK, 'later')
  expect(postMessage).not.toHaveBeenCalled()
})
