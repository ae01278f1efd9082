import { REVIEWS } from '../../../application/areas/reviews/reviews.js';
import { STARS, type Review } from '../../../domain/reviews/review.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { latinOf } from '../random/contacts.js';
import { after, latest, type PartContext } from '../random/part-context.js';
import { DAY } from '../shops/calendar.js';
import { demoCustomers } from './customers.js';

const WEIGHTS = [
  [5, 58],
  [4, 20],
  [3, 8],
  [2, 5],
  [1, 5],
  [null, 4],
] as const;

/** Reviews with and without stars, text and reply, matched to a customer or not. Some are not public. */
export const demoReviews: DemoRecords<Review> = { name: 'reviews', record: REVIEWS, per: 'block', make: reviewsOf };

function reviewsOf(context: PartContext, made: Made): Review[] {
  const { random } = context;
  const customers = made.of(demoCustomers);
  return context.times(made.counts.reviews, 350).map((seenAt, index): Review => {
    const known = customers.filter(({ createdAt }) => createdAt < seenAt);
    const author = known.length > 0 && random.chance(0.65) ? random.pick(known) : null;
    // The oldest reviews get each number of stars once, and one gets none, so that all of these occur, whatever the random
    // numbers are.
    const stars = index <= STARS.length ? (STARS[index] ?? null) : random.weighted(WEIGHTS);
    const leftAt = random.chance(0.97)
      ? context.between(latest(after(seenAt, -3 * DAY), author?.createdAt ?? null), seenAt)
      : null;
    return {
      id: context.id<'Review'>(seenAt),
      reviewerName: random.chance(0.96) ? (author?.name ?? strangerOf(context)) : null,
      stars,
      comment: random.chance(0.7) || stars === null ? random.pick(context.shop.texts.comments[(stars ?? 4) - 1] ?? []) : null,
      ...replyOf(context, stars, seenAt),
      leftAt,
      customerId: author?.id ?? null,
      public: random.chance(0.93),
      createdAt: seenAt,
    };
  });
}

/** Returns the name of an unknown reviewer as review platforms show it: a first name and an initial. */
function strangerOf({ random, shop: { people } }: PartContext): string {
  const name = random.pick(people.firstNames);
  const initial = random.pick('ABCDEGHJKLMNPRSTW');
  return `${latinOf(name)} ${initial}.`;
}

function replyOf(context: PartContext, stars: number | null, seenAt: Instant): Pick<Review, 'reply' | 'repliedAt'> {
  const { random, shop } = context;
  if (!random.chance(0.55)) return { reply: null, repliedAt: null };
  const { sorry, glad } = shop.texts.replies;
  return { reply: random.pick((stars ?? 5) <= 3 ? sorry : glad), repliedAt: context.soonAfter(seenAt, 6) };
}
