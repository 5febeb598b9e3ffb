import { expect, type Page } from '@playwright/test'
import { nextCode, type Scene } from '@rubrica/testing'
import { dialogButton, enterPin } from './batch-scene.ts'
import { showAll } from './signing-scene.ts'

/** What the browser may keep: the names of the specification, and those of which it says the content alone. */
export const SESSION_NAMES = [
  'environment',
  'loginState',
  'oauthTokenB64',
  'AccessMethod',
  'appearanceConf',
  'showApprovals',
  'user',
  'docsSelectedSignerGUIString',
  'docsSelectedCertificate',
  'docsBatchUnderWay',
  'docsAdvancedFilters',
  'docsAdvancedPanel',
  'approvalsSelectedApproverGUIDString',
  'approvalsAdvancedFilters',
  'approvalsAdvancedPanel',
  'historyAdvancedPanel',
  'sentAdvancedPanel',
  'approvalsBannerClosed',
  'certificatesTab',
  'documentPageMap',
  'ivnosysProcess',
  'ivnosysToken',
  // Of attempts without an answer, and how far down the screens were scrolled.
  'signAttempts',
  'scrolledTo',
]
export const LOCAL_NAMES = [
  'lang',
  'login.user',
  'ivnosysSession',
  'viewer.headerFolded',
  'viewer.thumbnails',
  'viewer.reasonFolded',
  'signing.sharesLocation',
  'signing.lastUsed',
  'signing.seenRuns',
]

/** One pass through the portal, with all that was sent and kept on the way. */
export class Pass {
  readonly page: Page
  readonly scene: Scene
  readonly addresses: string[] = []
  readonly kept: string[] = []
  readonly sessionNames = new Set<string>()
  readonly localNames = new Set<string>()
  readonly codes: string[] = []

  constructor(page: Page, scene: Scene) {
    this.page = page
    this.scene = scene
    page.on('request', (request) => this.addresses.push(request.url(), request.headers()['referer'] ?? ''))
    page.on('framenavigated', (frame) => this.addresses.push(frame.url()))
    page.on('console', (message) => this.addresses.push(message.text()))
  }

  /** Looks at everything that the browser keeps now. */
  async look(): Promise<void> {
    const read = (name: string) => this.page.evaluate<Record<string, string>>(`({ ...${name} })`)
    const [session, local] = [await read('sessionStorage'), await read('localStorage')]
    for (const name of Object.keys(session)) this.sessionNames.add(name)
    for (const name of Object.keys(local)) this.localNames.add(name)
    const others = await this.page.evaluate('Promise.all([indexedDB.databases(), caches.keys()])')
    expect(others).toEqual([[], []])
    expect(await this.page.context().cookies()).toEqual([])
    this.kept.push(JSON.stringify([session, local]), await this.page.evaluate<string>('JSON.stringify(history.state)'))
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.scene.portal.url + path)
  }

  async openTab(tab: string): Promise<void> {
    await this.open('/certificates')
    await this.page.getByRole('tab', { name: tab }).click()
  }

  async nextCode(before: number): Promise<string> {
    const code = await nextCode(this.scene, before)
    this.codes.push(code)
    return code
  }

  /**
   * Sends a document and opens the dialog that signs it with a certificate, of a provider where others are called
   * alike.
   */
  async openDialog(alias: string, provider?: string): Promise<void> {
    const sent = await this.scene.send({ signers: ['ana'] })
    await this.open(`/documents/${sent.guid}`)
    await this.page.getByRole('button', { name: 'Sign', exact: true }).click()
    await showAll(this.page)
    const dialog = this.page.getByRole('dialog')
    const choices = provider === undefined ? dialog : dialog.getByRole('group', { name: provider })
    await choices.getByRole('radio', { name: alias }).check()
    await dialogButton(this.page, 'Continue').click()
  }

  /** Gives a wrong PIN, then the right one. */
  async signWithPins(wrong: string, right: string, told = /\.pdf was signed$/): Promise<void> {
    await enterPin(this.page, wrong)
    await expect(this.page.getByRole('dialog')).toContainText('Incorrect PIN')
    await this.look()
    await enterPin(this.page, right)
    await expect(this.page.getByRole('status').getByText(told)).toBeVisible()
    await this.look()
  }
}
