import type { ConsentTab } from './consent.ts'

/**
 * Opens an empty tab, which a browser lets happen only in the press of a button: the address is not known yet then. The
 * page shown in it later cannot reach this one.
 * @param words what stands in it meanwhile
 */
export function openConsentTab(words: string): ConsentTab {
  const tab = window.open('', '_blank')
  if (!tab) return { show: () => false, close: () => undefined }
  tab.opener = null
  tab.document.title = words
  tab.document.body.textContent = words
  return {
    show: (address) => {
      // Whoever has closed it meanwhile finds a link in the dialog.
      if (tab.closed) return false
      tab.location.replace(address)
      return true
    },
    close: () => tab.close(),
  }
}
