/** The tree of an append-only log: grown leaf by leaf, with proofs of what is in it and that it only grew. */
export { isConsistent, proveConsistency, type TreeStanding } from './consistency.ts'
export { GrowingTree, type InclusionProof, proveInclusion, rootOfProof } from './merkle-tree.ts'
export type { FindNodes, NodePlace, TreeNode } from './tree-parts.ts'
