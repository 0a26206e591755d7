// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, MalformedRoute} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {Callback} from "./Callback.sol";
import {
    addressAt,
    CALLBACK,
    FROM_PAYER,
    FROM_POOL,
    FROM_ROUTER,
    Leg,
    legAt,
    PUSH,
    TO_NEXT_POOL,
    TO_RECIPIENT,
    TO_ROUTER
} from "./Leg.sol";
import {Push} from "./Push.sol";

/// What is sold and where it ends.
struct Sale {
    /// Whose allowance pays; zero where the router holds the sold amount itself, as wrapped native.
    address payer;
    address token;
    /// Of `token`, not spent yet.
    uint256 left;
    /// Who receives the bought token.
    address to;
}

/// @notice Runs packed legs in order. Every byte it acts on lies before the route's end.
library Legs {
    /// @param cursor where in the calldata the first leg begins
    /// @param end where the route ends
    function run(uint256 cursor, uint256 end, Sale memory sale) internal {
        uint256 fed; // what the leg before has sent to the pool of this one
        while (cursor != end) {
            Leg leg = legAt(cursor);
            unchecked {
                cursor += leg.size();
            }
            if (cursor > end || (fed != 0) != (leg.source() == FROM_POOL)) revert MalformedRoute();

            uint256 amountOut = _trade(leg, cursor, end, sale, fed);
            fed = leg.destination() == TO_NEXT_POOL ? amountOut : 0;
        }
    }

    /// @param next where this leg ends and the next one begins
    function _trade(Leg leg, uint256 next, uint256 end, Sale memory sale, uint256 fed) private returns (uint256) {
        address token = sale.token;
        unchecked {
            if (leg.namesToken()) token = addressAt(next - 20, end);
        }
        uint256 amountIn = _input(leg, token, sale, fed);
        address to = _receiver(leg, next, end, sale);
        bool payerPays = leg.source() == FROM_PAYER && sale.payer != address(0);

        if (leg.move() == CALLBACK) {
            if (leg.source() == FROM_POOL || leg.measured()) revert MalformedRoute();
            return Callback.swap(leg, token, amountIn, payerPays, to);
        }
        if (leg.move() != PUSH) revert MalformedRoute();
        if (payerPays) Token.transferFrom(token, sale.payer, leg.pool(), amountIn);
        else if (leg.source() != FROM_POOL) Token.transfer(token, leg.pool(), amountIn);
        return Push.swap(leg, token, amountIn, to);
    }

    function _input(Leg leg, address token, Sale memory sale, uint256 fed) private view returns (uint256 amountIn) {
        if (leg.source() == FROM_PAYER) {
            amountIn = _part(sale.left, leg.share());
            unchecked {
                sale.left -= amountIn;
            }
        } else if (leg.source() == FROM_ROUTER) {
            amountIn = _part(Token.balanceOf(token, address(this)), leg.share());
        } else {
            if (leg.source() != FROM_POOL || leg.share() != 0) revert MalformedRoute();
            amountIn = fed;
        }
    }

    function _receiver(Leg leg, uint256 next, uint256 end, Sale memory sale) private view returns (address) {
        uint256 destination = leg.destination();
        if (destination == TO_RECIPIENT) return sale.to;
        if (destination == TO_ROUTER) return address(this);
        if (destination != TO_NEXT_POOL) revert MalformedRoute();
        unchecked {
            return addressAt(next + 1, end);
        }
    }

    /// @return floor(whole · share / 2^32); all of it where the share is 0
    function _part(uint256 whole, uint256 share) private pure returns (uint256) {
        if (whole >> 128 != 0) revert AmountTooLarge(whole);
        unchecked {
            return share == 0 ? whole : whole * share >> 32;
        }
    }
}
