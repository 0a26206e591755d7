// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// @notice Withholds a part of what pools send or receive, and some units of every transfer.
contract TradeTaxToken is PlainToken {
    string public constant symbol = "TAX";
    uint8 public constant decimals = 18;

    mapping(address => bool) private pools;
    uint256 private boughtPpm;
    uint256 private soldPpm;
    uint256 private units;

    function setTax(address pool, uint256 boughtPpm_, uint256 soldPpm_, uint256 units_) external {
        pools[pool] = true;
        (boughtPpm, soldPpm, units) = (boughtPpm_, soldPpm_, units_);
    }

    function _move(address from, address to, uint256 amount) internal override {
        uint256 ppm = pools[from] ? boughtPpm : pools[to] ? soldPpm : 0;
        uint256 kept = amount * ppm / 1_000_000 + units;
        super._move(from, to, amount - kept);
        super._move(from, address(0), kept);
    }
}
