import { dirname, join, normalize } from 'node:path'

/** An import of a file: by path, as a path from the root, or by the name of one of our packages (then `name` is the room). */
export type Import = { from: string; to: string; name: string | null; typeOnly: boolean }

const statement =
  /\b(?:(import|export)\s+(type\b)?[^'";]*?\bfrom|import)\s*(?:\(?\s*'((?:\.|@corroborate\/)[^'?]*)[?\w]*'|\(\s*`((?:\.|@corroborate\/)[^`?$]*)[?\w]*`)/g

/** Returns every import with a literal specifier: statements, `import('…')`, and type expressions such as `typeof import('…')`. */
export const importsOf = (file: string, source: string): Import[] =>
  [...source.matchAll(statement)].map(([, , type, quoted, inTemplate]) => {
    const target = quoted ?? inTemplate ?? ''
    const typeOnly = type !== undefined
    if (target.startsWith('.')) return { from: file, to: normalize(join(dirname(file), target)), name: null, typeOnly }
    const [, name = ''] = target.split('/')
    return { from: file, to: name, name, typeOnly }
  })
