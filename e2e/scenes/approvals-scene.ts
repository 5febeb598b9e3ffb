import { expect, type Page } from '@playwright/test'
import type { Client } from '@rubrica/contract'
import type { DemoName, Scene } from '@rubrica/testing'

export type PendingApproval = Awaited<ReturnType<Client['pendingApprovals']>>[number]

/** The call for everything that waits for an approval. */
export const SEARCH = '**/api/approvaldocuments/searches/'

/** The call that approves, and the one that rejects. */
export const ACCEPT = '**/api/approvaldocuments/*/accepted'
export const REJECT = '**/api/approvaldocuments/*/rejected'

/** Who approves in these tests. */
export const APPROVER = 'biel' satisfies DemoName

/** What waits for the approver, by file name. */
export async function waitingApprovals(scene: Scene): Promise<PendingApproval[]> {
  const { call, userId } = scene.people[APPROVER]
  try {
    return await call.pendingApprovals({ body: { Terms: { vidmobileuser: userId } } })
  } catch (error) {
    if ((error as { status?: number }).status === 404) return []
    throw error
  }
}

/** Approves as the approver, beside what the page does. */
export async function approve(scene: Scene, ...approvals: readonly PendingApproval[]): Promise<void> {
  for (const { ApproverGuid } of approvals) {
    await scene.people[APPROVER].call.acceptApproval({ params: { approverGuid: ApproverGuid } })
  }
}

interface Asked {
  readonly fileName: string
  readonly tags?: readonly string[]
  readonly signer?: DemoName
}

/** Leaves exactly these documents waiting for the approver, and tells them by file name. */
export async function askForApprovals(scene: Scene, asked: readonly Asked[]): Promise<PendingApproval[]> {
  await approve(scene, ...(await waitingApprovals(scene)))
  for (const { fileName, tags = [], signer = 'ana' } of asked) {
    await scene.send({
      signers: [signer],
      signer: { approvers: [{ userId: APPROVER }] },
      description: { fileName, tags },
    })
  }
  return waitingApprovals(scene)
}

/** So many documents with numbers in their names. */
export const numbered = (count: number): Asked[] =>
  Array.from({ length: count }, (_, i) => ({ fileName: `Order ${String(i + 1).padStart(2, '0')}.pdf` }))

export const rowOf = (page: Page, fileName: string) => page.getByRole('row').filter({ hasText: fileName })

/** Ticks the rows of these documents. */
export async function select(page: Page, ...fileNames: readonly string[]): Promise<void> {
  for (const name of fileNames) await rowOf(page, name).getByRole('checkbox').check()
}

/** The names of the documents in the list are exactly these, in this order. */
export const expectListed = (page: Page, fileNames: readonly string[]): Promise<void> =>
  expect(page.getByRole('row').locator('a bdi')).toHaveText([...fileNames])

export const approveSelected = (page: Page) => page.getByRole('button', { name: 'Approve selected' })

/** Approves what is selected, and says yes to the question before. */
export async function approveAndConfirm(page: Page): Promise<void> {
  await approveSelected(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve / })
    .click()
}

export const approvalsLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Approvals/ })
