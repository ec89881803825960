/** The relevant parts of Babel's AST. */
type Node = {
  type: string
  body?: Node | Node[]
  expression?: Node
  callee?: Node
  object?: Node
  property?: Node
  name?: string
  consequent?: Node
  alternate?: Node | null
  properties?: Node[]
  key?: Node
}

const isLog = (node: Node | undefined): boolean =>
  node?.name === 'logger' || node?.name === 'log' || node?.callee?.name === 'logOf'

const isLogging = (node: Node | undefined): boolean => {
  switch (node?.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return isLog(node.callee?.object)
    case 'IfStatement':
      return !node.alternate && isLogging(node.consequent)
    case 'ExpressionStatement':
      return isLogging(node.expression)
    case 'ArrowFunctionExpression':
      return isLogging(node.body as Node)
    case 'BlockStatement': {
      const statements = node.body as Node[]
      return statements.length > 0 && statements.every(isLogging)
    }
    default:
      return false
  }
}

/** `column => column.notNull()` in table definitions. Column types already enforce it on our writes. */
const isConstraint = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'ArrowFunctionExpression' && parent?.callee?.property?.name === 'addColumn'

/** `{ message: … }` only: an error message that replaces the default one. */
const isSentence = ({ type, properties = [] }: Node): boolean =>
  type === 'ObjectExpression' && properties.length === 1 && properties[0]?.key?.name === 'message'

/** A plugin of Stryker that says what is not broken. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'leave-alone',
    value: {
      shouldIgnore: ({ node, parent }: { node: Node; parent?: Node }): string | undefined =>
        isLogging(node)
          ? 'It only writes to the log, which people read.'
          : isConstraint(node, parent)
            ? 'It constrains a column, as its type does.'
            : isSentence(node)
              ? 'It is a text for people.'
              : undefined,
    },
  },
]
