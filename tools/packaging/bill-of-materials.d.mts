interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version?: string
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

interface Image {
  readonly version: string
  readonly node: { readonly version: string; readonly content: Buffer }
  readonly debian: readonly {
    readonly name: string
    readonly version: string
    readonly architecture: string
    readonly sha256: string
  }[]
}

export declare function completeBill(bill: Bill, image: Image): Bill
