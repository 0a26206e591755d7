// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {JoinedTokenPort} from "./JoinedTokenPort.sol";

/// @notice A port, not Sky's code: creates its token as long as it is live. The ledger behind it is left out.
contract JoinPort {
    JoinedTokenPort public immutable token;
    uint256 public live = 1;

    constructor(JoinedTokenPort token_) {
        token = token_;
    }

    function cage() external {
        live = 0;
    }

    function join(uint256 wad) external {
        token.burn(msg.sender, wad);
    }

    function exit(address usr, uint256 wad) external {
        require(live == 1, "DaiJoin/not-live");
        token.mint(usr, wad);
    }
}

/// @notice A port, not Sky's code: DaiUsds with the real interface and amounts.
contract DaiUsdsPort {
    JoinedTokenPort public immutable dai;
    JoinedTokenPort public immutable usds;
    JoinPort public immutable daiJoin;
    JoinPort public immutable usdsJoin;

    constructor(JoinedTokenPort dai_, JoinedTokenPort usds_) {
        (dai, usds) = (dai_, usds_);
        (daiJoin, usdsJoin) = (new JoinPort(dai_), new JoinPort(usds_));
        dai_.approve(address(daiJoin), type(uint256).max);
        usds_.approve(address(usdsJoin), type(uint256).max);
    }

    function daiToUsds(address usr, uint256 wad) external {
        dai.transferFrom(msg.sender, address(this), wad);
        daiJoin.join(wad);
        usdsJoin.exit(usr, wad);
    }

    function usdsToDai(address usr, uint256 wad) external {
        usds.transferFrom(msg.sender, address(this), wad);
        usdsJoin.join(wad);
        daiJoin.exit(usr, wad);
    }
}
