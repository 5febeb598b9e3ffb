import { sendDispatch, signingMeans, suggestPeople } from './dispatches.ts'
import { changeDraft, createDraft, deleteDraft, draftMails, drafts, draftStatus } from './drafts.ts'
import { createPersonalKey, personalKeys, revokePersonalKey } from './personal-keys.ts'
import {
  changeDocument,
  copyDocument,
  remindPeople,
  replaceSigner,
  sentDocumentPage,
  sentDocumentPlaces,
} from './changes.ts'
import {
  cancelDocument,
  sendDocument,
  sentDocumentContent,
  sentDocumentEvents,
  sentDocuments,
  sentDocumentStatus,
} from './sender.ts'
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
import { teams } from './teams.ts'
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
  teams,
  signingMeans,
  sentDocuments,
  sentDocumentStatus,
  sentDocumentEvents,
  sentDocumentContent,
  cancelDocument,
  changeDocument,
  replaceSigner,
  remindPeople,
  copyDocument,
  sentDocumentPlaces,
  sentDocumentPage,
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
  draftMails,
  personalKeys,
  createPersonalKey,
  revokePersonalKey,
} as const
