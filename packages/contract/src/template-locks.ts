/** What whoever sends from a template may be kept from changing. */
export const TEMPLATE_LOCKS = ['files', 'title', 'people', 'places', 'message', 'deadline', 'tags'] as const
