import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Other people's work, installed apart from ours: `npm ci --prefix bench/rivals`. */
const { resolve } = createRequire(fileURLToPath(new URL('./rivals/package.json', import.meta.url)))

export function isInstalled(name: string): boolean {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}

export function notInstalled(name: string): string {
  return `${name} is not installed: npm ci --prefix bench/rivals`
}

export async function importRival<Module>(name: string): Promise<Module> {
  return (await import(resolve(name))) as Module
}
