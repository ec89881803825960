import { loadModule } from './load-module.ts'
import type { createProofs as create, Proofs, ProofsOf } from './proofs/index.ts'

/** Put in by the build: under which name the provider serves `proofs/`, and its hash. */
declare const builtProofs: { file: string; integrity: string }

/** The same, fetched from the provider on first use, since most pages need none. */
export const createProofs = (of: ProofsOf): Proofs => {
  const open = async (): Promise<Proofs> => {
    const { file, integrity } = builtProofs
    return (await loadModule<{ createProofs: typeof create }>(`${of.baseUrl}/${file}`, integrity)).createProofs(of)
  }
  return {
    captcha: async project => (await open()).captcha(project),
    nameDevice: async () => (await open()).nameDevice(),
  }
}
