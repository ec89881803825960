/** Overrides for reasons that the rules don't turn into plain language. Equivalent to Retraction Watch's, without additions. */
const own: Readonly<Record<string, string>> = {
  'Computer-Aided Content or Computer-Generated Content': 'content made with a computer’s help',
  'Euphemisms for Duplication': 'duplication, told in other words',
  'Euphemisms for Misconduct': 'misconduct, told in other words',
  'Euphemisms for Plagiarism': 'plagiarism, told in other words',
  'Informed/Patient Consent - None/Withdrawn': 'consent of patients missing or withdrawn',
  'Lack of IRB/IACUC Approval and/or Compliance': 'no approval by an ethics board, or its rules not kept',
  'Misconduct - Official Investigation(s) and/or Finding(s)': 'an official investigation or finding of misconduct',
  'Objections by Author(s)': 'objections by authors',
  'Original Data and/or Images not Provided and/or not Available': 'original data or images not available',
  'Salami Slicing': 'one study cut into several papers',
  'Taken via Peer Review': 'taken from a paper under review',
  'Contamination of Materials (General)': 'contaminated materials',
}

/** Circumstances of a notice, as opposed to reasons. */
const circumstances =
  /^(?:investigation by|notice -|date of|removed$|upgrade\/|updated to|temporary removal|author unresponsive|no further action|doing the right thing|retract and replace|publishing ban|miscommunication|complaints about|transfer of)/i

/** Converts a Retraction Watch reason to plain language: "Concerns/Issues About Data" → "concerns about data". */
export const formatReason = (reason: string): string =>
  own[reason] ??
  reason
    .replace(/^concerns\/issues (?:about|with)\b/i, 'concerns about')
    .replace(/\band\/or\b/gi, 'or')
    .replace(/\bof\/in\b/gi, 'of')
    .replace(/\bwith\/by\b/gi, 'with')
    .replace(/\(s\)/g, 's')
    .replace(/(?<=\w)\/(?=\w)/g, ' or ')
    .replace(/\b\p{Lu}\p{Ll}+/gu, word => word.toLowerCase())
    .replace(/ - /g, ': ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a notice's actual reasons in plain language. */
export const whyOf = (reasons: readonly string[]): string[] => [
  ...new Set(reasons.filter(reason => !circumstances.test(reason)).map(formatReason)),
]
