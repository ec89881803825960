/** Google's prompt notification. With FedCM it has only the first two methods, increasingly limited. */
export type Moment = {
  isSkippedMoment?: () => boolean
  isDismissedMoment?: () => boolean
  getDismissedReason?: () => string | undefined
  isNotDisplayed?: () => boolean
  getNotDisplayedReason?: () => string | undefined
}

/** `refused`: this page is not registered at Google. `gone`: there is no prompt, or none any more. */
export type Meaning = 'nothing' | 'gone' | 'refused'

/** Interprets a notification for the form. Pure. */
export const meaningOf = (moment: Moment): Meaning => {
  if (moment.isNotDisplayed?.() === true)
    return moment.getNotDisplayedReason?.() === 'unregistered_origin' ? 'refused' : 'gone'
  if (moment.isSkippedMoment?.() === true) return 'gone'
  const isDismissed = moment.isDismissedMoment?.() === true
  return isDismissed && moment.getDismissedReason?.() !== 'credential_returned' ? 'gone' : 'nothing'
}
