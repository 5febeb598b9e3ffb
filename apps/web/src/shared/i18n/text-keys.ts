import type { Catalogue } from '@rubrica/locales/browser'

/** Texts that depend on a number end in the form that they are for: `selected_one`, `selected_other`. */
type WithoutForm<Name extends string> = Name extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Name

type KeysOf<Texts, Path extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Path}${WithoutForm<Name>}`
    : KeysOf<Texts[Name], `${Path}${Name}.`>
}[keyof Texts & string]

/** The key of a text: its names from the outside in, such as `login.title`; the form for a number is left out. */
export type TextKey = KeysOf<Catalogue>
