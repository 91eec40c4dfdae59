import { signInFailureOf } from '@lintel/contract/identity/sign-in-form'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Configuration } from '../../platform/configuration'
import { formKeyField } from '../../platform/form-posts'
import { html } from '../../platform/html'
import { splitUrl } from '../../platform/parameters'
import type { AddToSignIn } from '../../platform/web-files'
import { formTexts } from './form-texts'
import { nextUrlField } from './sign-in-forms'

/** The id of the sign-in form; the added fields are outside the part that the client script hydrates. */
const form = 'sign-in'

/**
 * Adds what the sign-in page needs before its script runs: the next URL, a form key where the browser sends no proof of origin,
 * and the failure of the previous form post with the email that was entered.
 */
export const addToSignIn =
  (configuration: Configuration): AddToSignIn =>
  (request, reply, locale) => {
    const key = formKeyField(request, reply, configuration, form)
    const query = new URLSearchParams(splitUrl(request.url).query)
    const nextUrl = query.get(nextUrlField)
    const failure = signInFailureOf(query.get('failed'))
    if (key.text === '' && nextUrl === null && !failure) return undefined
    const fields = html`${key}${nextUrl !== null && html`<input type="hidden" name="${nextUrlField}" value="${nextUrl}" form="${form}">`}`
    const notice = failure && html`<p id="sign-in-failure" role="alert">${formTexts[locale].failures[failure]}</p>`
    const email = query.get('email') ?? ''
    return (document) => {
      const root = document.replace('<div id="root">', (start) => html`${fields}${notice}`.text + start)
      if (!failure || !emailPattern.test(email)) return root
      return root.replace(/<input(?=[^>]* name="username")/, (start) => start + html` value="${email}"`.text)
    }
  }
