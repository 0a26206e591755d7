// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Puts its tokens into pools that call back to be paid, under any selector. Used only when a chain is created.
contract TickFiller {
    address private owner;
    address private minting;
    address private token0;
    address private token1;

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    constructor() {
        owner = msg.sender;
    }

    /// `forTwo`: the family's mint names a payer in addition to the receiver.
    function mint(address pool, bool forTwo, address token0_, address token1_, Position[] calldata positions) external {
        require(msg.sender == owner, "not the owner");
        (minting, token0, token1) = (pool, token0_, token1_);
        for (uint256 i = 0; i < positions.length; i++) {
            Position calldata at = positions[i];
            bytes memory data = forTwo
                ? abi.encodeWithSignature(
                    "mint(address,address,int24,int24,uint128,bytes)", this, this, at.lower, at.upper, at.liquidity, ""
                )
                : abi.encodeWithSignature(
                    "mint(address,int24,int24,uint128,bytes)", this, at.lower, at.upper, at.liquidity, ""
                );
            (bool ok,) = pool.call(data);
            require(ok, "not minted");
        }
        minting = address(0);
    }

    /// (owed0, owed1, data)
    fallback() external {
        require(msg.sender == minting, "not the pool");
        (uint256 owed0, uint256 owed1) = abi.decode(msg.data[4:], (uint256, uint256));
        _pay(token0, owed0);
        _pay(token1, owed1);
    }

    /// Accepts tokens that return nothing.
    function _pay(address token, uint256 value) private {
        if (value == 0) return;
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", msg.sender, value));
        require(ok, "not paid");
    }
}
