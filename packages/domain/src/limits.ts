/** Business constants of spec §5 and §9, and the limits that architecture decides. */
export const MAX_REJECTION_REASON = 450
export const DEFAULT_PAGE_SIZE = 10
export const SIGNING_PAGE_SIZES = [5, 10, 30, 50, 100] as const
export const APPROVAL_PAGE_SIZES = [10, 30, 50, 'all'] as const
export type ApprovalPageSize = (typeof APPROVAL_PAGE_SIZES)[number]
export const PAGE_LINKS = 3
/** How long a list waits for a pause in typing before it searches. */
export const FILTER_DELAY_MS = 750
/** How many days before today the dates of filters begin. */
export const DATE_WINDOW_DAYS = 65
export const TOAST_MS = 3000
export const REDIRECT_DELAY_MS = 3000
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 255
export const MAX_DOCUMENT_PAGES = 10_000
export const MAX_PIN = 255
export const MAX_ALIAS = 100
export const PIN_TRIES = 5
/** A phone in international form (ITU-T E.164), such as +34600000001. */
export const PHONE = /^\+[1-9]\d{6,14}$/
/** Widths, in device pixels, to which a requested page width is snapped so that answers can be cached. */
export const PAGE_IMAGE_WIDTHS = [320, 640, 828, 1080, 1440, 1920, 2560] as const
export const DEFAULT_PAGE_IMAGE_WIDTH = 1080
export const MAX_PAGES_PER_ANSWER = 10
/** Bytes of a picture that becomes somebody's signature, before it is made small. */
export const MAX_SIGNATURE_IMAGE = 10 * 1024 * 1024
