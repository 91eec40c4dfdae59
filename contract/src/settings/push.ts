import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The devices that support push messages. */
const deviceTypes = ['ios', 'android'] as const

/**
 * Registers the device of this session for push messages (account-portal chapter 7). One device per session: a later token replaces the
 * earlier one, and the registration ends with the session.
 */
export const registerForPush = call({
  method: 'POST',
  path: '/mgw/api/v2/push/register',
  summary: 'Register this device for push messages',
  body: z.strictObject({
    /** The device token of the platform's push service. */
    Token: z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'invalid'),
    DeviceType: z.enum(deviceTypes),
  }),
})
