interface ImageKind {
  readonly program: string
}

export declare const IMAGES: Readonly<Record<'rubrica' | 'rubrica-sandbox', ImageKind>>
