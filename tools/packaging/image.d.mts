interface Wish {
  readonly name: 'rubrica' | 'rubrica-sandbox'
  readonly out: string
  readonly debs: string
  readonly aside: string
  readonly node: string
}

export declare function writeImage(wish: Wish): Promise<{ path: string; digest: string }>
export declare function configOf(
  kind: { readonly program: string },
  wish: { readonly labels: object; readonly isServer: boolean },
): object
export declare function releaseVersion(): string
