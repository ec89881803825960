import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import type { AnySection } from '../kit/feature/index.ts'
import type { AnyPage } from '../kit/page/define-page.ts'

const site = join(import.meta.dirname, '..')

type Named = readonly { name: string; component: string }[]

/** The source of a module that exports the components as one object, by their names. */
const objectOf = (exported: string, named: Named): string => {
  const imports = named.map(({ component }, at) => {
    const exportedName = basename(component, '.tsx')
    return `import { ${exportedName} as ${exported}${at} } from ${JSON.stringify(join(site, component))}`
  })
  const entries = named.map(({ name }, at) => `${JSON.stringify(name)}: ${exported}${at}`)
  return `${imports.join('\n')}\nexport const ${exported} = { ${entries.join(', ')} }\n`
}

/**
 * The source of a module that exports functions which fetch the components, by their names. All are in one file: a page fetches them
 * together, and each file is a request with headers of its own.
 */
const fetchedObjectOf = (exported: string, named: Named, from: string): string => {
  const entries = named.map(({ name }) => {
    const key = JSON.stringify(name)
    return `${key}: () => import(${JSON.stringify(from)}).then(({ ${exported} }) => ${exported}[${key}])`
  })
  return `export const ${exported} = { ${entries.join(', ')} }\n`
}

/**
 * Provides the components referenced by pages and sections to the bundles: `virtual:pages`, `virtual:paper-sections` and
 * `virtual:paper-islands`, as declared in `virtual-modules.d.ts`. This keeps page definitions free of markup, without a hand-written list.
 */
export const namedMarkup = (pages: readonly AnyPage[], sections: readonly AnySection<never>[]): Plugin => {
  const at = (place: 'side' | 'story') => sections.filter(section => section.place === place)
  const modules: Readonly<Record<string, string>> = {
    'virtual:pages': objectOf('pages', pages),
    'virtual:paper-sections': [
      objectOf('side', at('side')),
      objectOf('story', at('story')),
      `export const personal = ${JSON.stringify(sections.filter(section => section.personal).map(({ name }) => name))}\n`,
    ].join(''),
    'virtual:paper-islands': fetchedObjectOf('islands', at('side'), 'virtual:fetched-islands'),
    'virtual:fetched-islands': objectOf('islands', at('side')),
  }
  return {
    name: 'named-markup',
    resolveId: id => (id in modules ? `\0${id}` : null),
    load: id => modules[id.slice(1)] ?? null,
  }
}
