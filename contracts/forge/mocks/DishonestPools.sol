// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "./Attempt.sol";

/// @notice An attacker's pool behind an adapter: it takes, gives and claims what the test sets, whatever the request.
/// It may make an attempt first.
abstract contract DishonestPool is Attempt {
    PlainToken public immutable sold;
    PlainToken public immutable bought;
    uint256 internal takes;
    uint256 internal gives;
    uint256 internal says;

    constructor(PlainToken sold_, PlainToken bought_) {
        (sold, bought) = (sold_, bought_);
    }

    receive() external payable {}

    function set(uint256 takes_, uint256 gives_, uint256 says_) external {
        (takes, gives, says) = (takes_, gives_, says_);
    }

    /// @dev By the caller's allowance.
    function _trade(address to) internal returns (uint256) {
        attempt();
        if (takes != 0) sold.transferFrom(msg.sender, address(this), takes);
        return _give(to);
    }

    function _give(address to) internal returns (uint256) {
        if (gives != 0) bought.transfer(to, gives);
        return says;
    }
}

// Pools that pull their input by allowance.

contract DishonestCurve is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function exchange(int128, int128, uint256, uint256) external {
        _trade(msg.sender);
    }

    function exchange(int128, int128, uint256, uint256, address to) external returns (uint256) {
        return _trade(to);
    }

    function exchange_underlying(int128, int128, uint256, uint256) external {
        _trade(msg.sender);
    }

    function exchange_underlying(int128, int128, uint256, uint256, address to) external returns (uint256) {
        return _trade(to);
    }

    function exchange(uint256, uint256, uint256, uint256) external {
        _trade(msg.sender);
    }
}

contract DishonestStableSwap is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function swap(uint8, uint8, uint256, uint256, uint256) external returns (uint256) {
        return _trade(msg.sender);
    }
}

contract DishonestFluid is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function swapIn(bool, uint256, uint256, address to) external payable returns (uint256) {
        return _trade(to);
    }
}

contract DishonestPsm is DishonestPool {
    uint256 public constant to18ConversionFactor = 1;
    uint256 public constant tout = 0;

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function sellGem(address to, uint256) external returns (uint256) {
        return _trade(to);
    }

    function buyGem(address to, uint256) external returns (uint256) {
        return _trade(to);
    }
}

/// @notice Wraps a token with the interface of stETH, and is itself the output token.
contract DishonestWrapper is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function wrap(uint256) external returns (uint256) {
        return _trade(msg.sender);
    }
}

/// @notice A vault that takes any part of a deposit and burns any number of its own shares.
contract DishonestShares is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function deposit(uint256, address to) external returns (uint256) {
        return _trade(to);
    }

    /// Needs no allowance of the owner, because it is the token's own contract.
    function redeem(uint256, address to, address) external returns (uint256) {
        return _trade(to);
    }
}

contract DishonestBalancerV2 is DishonestPool {
    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct Funds {
        address sender;
        bool fromInternalBalance;
        address recipient;
        bool toInternalBalance;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getVault() external view returns (address) {
        return address(this);
    }

    function swap(SingleSwap memory, Funds memory funds, uint256, uint256) external returns (uint256) {
        return _trade(funds.recipient);
    }
}

// Pools that are sent their input first.

contract DishonestDodo is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function sellBase(address to) external returns (uint256) {
        attempt();
        return _give(to);
    }

    function sellQuote(address to) external returns (uint256) {
        attempt();
        return _give(to);
    }
}

contract DishonestBook is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getTokenX() external view returns (address) {
        return address(sold);
    }

    function swap(bool, address to) external returns (uint256) {
        attempt();
        return _give(to) << 128;
    }
}

contract DishonestMaverick is DishonestPool {
    struct Params {
        uint256 amount;
        bool tokenAIn;
        bool exactOutput;
        int32 tickLimit;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getState() external pure returns (uint256[9] memory) {}

    function swap(address to, Params calldata, bytes calldata) external returns (uint256, uint256) {
        attempt();
        return (takes, _give(to));
    }
}

contract DishonestSyncswap is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function vault() external view returns (address) {
        return address(this);
    }

    function deposit(address, address) external payable returns (uint256) {
        attempt();
        return 0;
    }

    function swap(bytes calldata asked, address, address, bytes calldata) external returns (address, uint256) {
        (, address to) = abi.decode(asked, (address, address));
        return (address(bought), _give(to));
    }
}

contract DishonestSolidly is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getAmountOut(uint256, address) external view returns (uint256) {
        return says;
    }

    function swap(uint256, uint256, address to, bytes calldata) external {
        attempt();
        _give(to);
    }
}
