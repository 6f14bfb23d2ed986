/** Topics of one socket, also in one request. */
export const MOST_TOPICS = 300;
/** Sockets of one person at one replica: enough for twenty tabs. */
export const MOST_SOCKETS = 20;
/** What a socket beyond that is refused with. */
export const TOO_MANY_SOCKETS = 'too many connections';
