import type { Said } from './said.ts'

/** The plain-text form: the same in the same order, addresses on lines of their own. */
export const mailText = ({ heading, intro, papers, dashboard, because, choose, unsubscribe }: Said): string =>
  [
    heading,
    intro,
    ...papers.map(({ title, url, things }) =>
      [
        title,
        ...things.flatMap(({ what, when, outcome, who, detail }) => [
          `* ${what} ${when}${outcome === null ? '' : `: ${outcome}`}${who === null ? '' : `, ${who}`}`,
          ...(detail === null ? [] : [`  ${detail}`]),
        ]),
        url,
      ].join('\n'),
    ),
    `${dashboard.label}:\n${dashboard.url}`,
    `-- \n${because}`,
    `${choose.label}:\n${choose.url}`,
    `${unsubscribe.label}:\n${unsubscribe.url}`,
  ]
    .join('\n\n')
    .concat('\n')
