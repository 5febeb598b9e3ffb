import type { Acting } from '../sessions/ports.ts'

/** Whose documents a call is about: those of the person who makes it, or of whom they stand in for. */
export const principalOf = ({ userId, office }: Pick<Acting, 'userId' | 'office'>): string =>
  office?.principalId ?? userId
