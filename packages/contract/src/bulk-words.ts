/** What a column of a sheet may say of who takes a role. Here, so that no screen loads the schemas for it. */
export const BULK_ROLE_PARTS = ['userId', 'legalId', 'email', 'name', 'phone', 'language'] as const

/** What a column may say of the documents of a row. */
export const BULK_ROW_FIELDS = ['title', 'message', 'deadline', 'tags', 'file'] as const
