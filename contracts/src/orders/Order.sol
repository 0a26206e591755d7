// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// What a seller signs so that somebody else brings it to the chain. It costs at most amountIn + swapFee +
/// affiliateFee of `fromAsset`. The route is not signed: the recipient, the minimum and the fees guard the seller.
struct Order {
    /// This contract.
    address router;
    /// Who sells and pays.
    address sender;
    address recipient;
    address fromAsset;
    /// The zero address for the native currency.
    address toAsset;
    /// The last second in which it may happen, seconds since 1970.
    uint256 deadline;
    uint256 amountOutMin;
    /// Of `fromAsset`, for whoever carries the order out.
    uint256 swapFee;
    /// What is traded: net of both fees.
    uint256 amountIn;
    /// The zero address where `affiliateFee` is 0.
    address affiliate;
    uint256 affiliateFee;
    uint256 nonce;
}

string constant NAME = "Swapline Router";
string constant VERSION = "1";

/// @notice EIP-712 over `Order`, under the primary type «Swap».
library Orders {
    bytes32 private constant TYPE = keccak256(
        "Swap(address router,address sender,address recipient,address fromAsset,address toAsset,uint256 deadline,uint256 amountOutMin,uint256 swapFee,uint256 amountIn,address affiliate,uint256 affiliateFee,uint256 nonce)"
    );
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    bytes32 private constant NAME_HASH = keccak256("Swapline Router");
    bytes32 private constant VERSION_HASH = keccak256("1");
    uint256 private constant SIZE = 12 * 32;

    /// @dev The domain is made anew each time: a chain that forks off has another id. The fields are hashed as they
    /// lie in the calldata; whoever reads an address of them finds the bits above it clear, or reverts.
    function digest(Order calldata order) internal view returns (bytes32 hash) {
        bytes32 domain = keccak256(abi.encode(DOMAIN, NAME_HASH, VERSION_HASH, block.chainid, address(this)));
        bytes32 type_ = TYPE;
        uint256 size = SIZE;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, type_)
            calldatacopy(add(data, 0x20), order, size)
            let fields := keccak256(data, add(size, 0x20))
            mstore(data, shl(240, 0x1901))
            mstore(add(data, 0x02), domain)
            mstore(add(data, 0x22), fields)
            hash := keccak256(data, 0x42)
        }
    }
}
