// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeTooHigh, WrongAffiliate} from "./Errors.sol";
import {addressAt, span} from "./legs/Leg.sol";
import {Native, NATIVE} from "./lib/Native.sol";
import {Token} from "./lib/Token.sol";

/// @notice The affiliate fee, a part of the input amount.
library Fee {
    uint256 private constant CAP_PPM = 100_000;

    /// @notice Pays floor(amountIn · ppm / 10^6) of the input token from the payer to the affiliate.
    /// @param payer the seller; for native currency, the sender of the value
    /// @param fee affiliate << 96 | parts per million, at most 100,000
    /// @param amountIn gross, smallest units
    /// @param route if native currency is sold, begins with its wrapped form, which cannot be the affiliate: it would
    /// wrap the payment for the router
    /// @return amount the fee paid
    function pay(address payer, uint256 fee, address tokenIn, uint256 amountIn, bytes calldata route)
        internal
        returns (uint256 amount)
    {
        address affiliate = address(uint160(fee >> 96));
        uint256 ppm = uint96(fee);
        _check(affiliate, ppm);

        amount = amountIn * ppm / 1e6;
        if (amount == 0) return 0;
        if (tokenIn != NATIVE) {
            Token.transferFrom(tokenIn, payer, affiliate, amount);
        } else {
            (uint256 start, uint256 end) = span(route);
            if (affiliate == addressAt(start, end)) revert WrongAffiliate(affiliate);
            Native.send(affiliate, amount);
        }
    }

    /// @notice Refuses an order's affiliate and fee if `pay` would refuse them for the same amount.
    /// @param amount the fee; refused above floor(cost · cap)
    /// @param cost all input tokens that the order takes, smallest units below 2^130
    function check(address affiliate, uint256 amount, uint256 cost) internal view {
        if (amount != 0) _check(affiliate, (amount * 1e6 + cost - 1) / cost);
    }

    function _check(address affiliate, uint256 ppm) private view {
        if (ppm > CAP_PPM) revert FeeTooHigh(ppm);
        if (affiliate == address(0) || affiliate == address(this)) revert WrongAffiliate(affiliate);
    }
}
