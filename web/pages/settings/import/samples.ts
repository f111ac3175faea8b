/** An example file of each type that people often take in. */
export const SAMPLES = {
  website_daily:
    'date,source,users,sessions,pageviews,bounceRate,avgSessionSeconds,conversions\n2026-02-14,matomo,210,260,690,42.5,96,7\n2026-02-15,matomo,184,231,602,44.1,91,5\n',
  traffic_source:
    'date,source,medium,sessions,users,conversions,isAiAssistant,reportedBy\n2026-02-15,google,organic,184,151,9,false,matomo\n2026-02-15,chatgpt.com,referral,12,11,1,true,matomo\n',
  search_daily:
    'date,query,page,clicks,impressions,position\n2026-02-15,,,41,1830,7.4\n2026-02-15,dental implants cost,,12,410,4.7\n2026-02-15,,https://www.example.com/implants,15,520,5.1\n',
  review:
    'source,rating,text,authorName,publishedAt,responded,answer,url\ngoogle,5,"Gentle, on time.",Erin M.,2026-02-14T12:30:00Z,true,"Thank you, Erin.",https://maps.example.com/reviews/1\n',
  social_profile:
    'platform,handle,url,followers,followersChange,posts,reach,impressions,engagement,engagementRate,asOf\ninstagram,@example,https://www.instagram.com/example,1840,25,312,5200,9100,430,4.7,2026-02-15T00:00:00Z\n',
  goal: 'externalId,title,goal_type,category,target_value,current_value,baseline_value,unit,status,priority,deadline\ngoal-1,60 new reviews,reviews,reputation,60,22,0,reviews,in_progress,high,2026-12-31\n',
  action_item:
    'externalId,title,description,category,priority,status,due_date,source,completed_at\ntask-1,Answer new reviews,Within two days.,reputation,medium,open,2026-03-01,manual,\n',
  investment: 'date,category,description,amount,estimatedReturn\n2026-01-15,content,Ten pages,1200,2400\n',
} as const;

export type SampleType = keyof typeof SAMPLES;
