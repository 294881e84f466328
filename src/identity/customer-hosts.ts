/**
 * Domains below which customers of a service have their own pages, in addition to those of the private section of the
 * public suffix list. A name below one of them says nothing about the service. Source: the services' own documentation of
 * their customers' addresses.
 */
export const CUSTOMER_HOSTS: ReadonlySet<string> = new Set([
  ...["1und1.de", "activehosted.com", "agilecrm.com", "aha.io", "airbase.io", "atlassian.net", "auth0.com"],
  ...["bamboohr.com", "bandcamp.com", "basecamphq.com", "blogspot.com", "box.com", "breezy.hr", "bubbleapps.io"],
  ...["canny.io", "carrd.co", "chargebee.com", "cloudapp.net", "cloudfront.net", "clickfunnels.com", "crisp.help"],
  ...["desk.com", "deviantart.com", "docusign.net", "duosecurity.com", "egnyte.com", "eventbrite.com"],
  ...["fandom.com", "featurebase.app", "figma.site", "forumotion.com", "framer.website", "freshdesk.com"],
  ...["freshservice.com", "freshworks.com", "getresponse.com", "ghost.io", "gitbook.io", "githubusercontent.com"],
  ...["gorgias.com", "greenhouse.io", "groovehq.com", "gumroad.com", "harvestapp.com", "hashnode.dev"],
  ...["helpscoutdocs.com", "heroku.com", "hubspotpagebuilder.com", "instructure.com", "intercom.help", "itch.io"],
  ...["jimdofree.com", "kinsta.cloud", "kajabi.com", "lever.co", "livejournal.com", "livejournal.net"],
  ...["lightning.force.com", "my.salesforce.com", "mailchimpsites.com", "medium.com", "mykajabi.com"],
  ...["my.canva.site", "mystrikingly.com", "myworkday.com", "myworkdayjobs.com", "netsuite.com", "newgrounds.com"],
  ...["notion.site", "okta.com", "onelogin.com", "onmicrosoft.com", "personio.de", "pipedrive.com", "podia.com"],
  ...["readme.io", "recruitee.com", "salesforce.com", "sapjam.com", "service-now.com", "sharepoint.com"],
  ...["sharefile.com", "shopify.com", "slack.com", "smugmug.com", "squarespace.com", "statuspage.io", "substack.com"],
  ...["surveymonkey.com", "talentlms.com", "teachable.com", "teamwork.com", "thinkific.com", "tilda.ws"],
  ...["tistory.com", "transifex.com", "tumblr.com", "typeform.com", "uservoice.com", "visualstudio.com"],
  ...["webex.com", "webflow.io", "weebly.com", "wikia.com", "wixsite.com", "wordpress.com", "workable.com"],
  ...["wufoo.com", "xero.com", "youtrack.cloud", "zendesk.com", "zohosites.com", "zoom.us"],
]);
