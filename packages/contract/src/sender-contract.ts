import { sendDispatch, suggestPeople } from './dispatches.ts'
import { changeDraft, createDraft, deleteDraft, drafts, draftStatus } from './drafts.ts'
import { createPersonalKey, personalKeys, revokePersonalKey } from './personal-keys.ts'
import { changeDocument, copyDocument, remindPeople, replaceSigner } from './changes.ts'
import {
  cancelDocument,
  sendDocument,
  sentDocumentContent,
  sentDocumentEvents,
  sentDocuments,
  sentDocumentStatus,
} from './sender.ts'
import { createSigningLink } from './signing-links.ts'
import {
  bulkAct,
  bulkArchive,
  deleteFilter,
  savedFilters,
  saveFilter,
  sentAttachment,
  sentAttachments,
  sentDocumentArchive,
  startBulkAct,
} from './sent-list.ts'
import {
  deleteUploadedFile,
  uploadedFilePage,
  uploadedFilePageText,
  uploadedFileStatus,
  uploadFile,
} from './uploads.ts'

/** What senders and their programs call. The portal loads it with their screens, so it stands in a file of its own. */
export const senderContract = {
  sendDocument,
  sendDispatch,
  suggestPeople,
  sentDocuments,
  sentDocumentStatus,
  sentDocumentEvents,
  sentDocumentContent,
  cancelDocument,
  changeDocument,
  replaceSigner,
  remindPeople,
  copyDocument,
  createSigningLink,
  startBulkAct,
  bulkAct,
  bulkArchive,
  sentDocumentArchive,
  sentAttachments,
  sentAttachment,
  savedFilters,
  saveFilter,
  deleteFilter,
  uploadFile,
  uploadedFileStatus,
  uploadedFilePage,
  uploadedFilePageText,
  deleteUploadedFile,
  drafts,
  createDraft,
  draftStatus,
  changeDraft,
  deleteDraft,
  personalKeys,
  createPersonalKey,
  revokePersonalKey,
} as const
