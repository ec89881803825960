import type { Proofs, ProofsOf } from './proofs/index.ts'

/** Proofs in a chunk of the package, loaded when the first proof is wanted. */
export const createProofs = (of: ProofsOf): Proofs => {
  const open = async (): Promise<Proofs> => (await import('./proofs/index.ts')).createProofs(of)
  return {
    captcha: async project => (await open()).captcha(project),
    nameDevice: async () => (await open()).nameDevice(),
  }
}
